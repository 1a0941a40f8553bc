#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the tests in lit's xunit reports, and says why some were skipped.

usage: summary.py REPORT.xml...

The last line is `N passed, N failed, N skipped`. Exit 1 if a test failed, a
report is missing, or nothing ran.
"""
import collections
import sys
import xml.etree.ElementTree as xml


def read(path):
    """(passed, failed, reasons of the skipped) of one report."""
    passed, failed, reasons = 0, 0, []
    for case in xml.parse(path).getroot().iter("testcase"):
        skipped = case.find("skipped")
        if skipped is not None:
            reasons.append(skipped.get("message") or "unsupported here")
        elif case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        else:
            passed += 1
    return passed, failed, reasons


def main(paths):
    passed, failed, reasons, lost = 0, 0, [], []
    for path in paths:
        try:
            report = read(path)
        except (OSError, xml.ParseError) as error:
            lost.append(f"{path}: {error}")
            continue
        passed, failed, reasons = passed + report[0], failed + report[1], reasons + report[2]

    print()
    for reason, count in sorted(collections.Counter(reasons).items()):
        print(f"skipped {count}: {reason}")
    for line in lost:
        print(f"no report: {line}")
    print(f"{passed} passed, {failed} failed, {len(reasons)} skipped")
    return 1 if failed or lost or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
