// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts questions of tests/cases to parts of the runtime that have no command line.
//   probe agrees           lines "type got expected tolerance": pass or fail for each
//   probe compare          "type columns", then rows got, exact, baseline: the verdict
//   probe nested POOL N    a call from inside a worker of a pool of POOL, with N threads
#include "oracle/validate/Compare.h"
#include "runtime/cpu/ThreadPool.h"

#include <atomic>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

using namespace tenon;

namespace {

const char *word(bool pass) { return pass ? "pass" : "fail"; }

/// std::stod, which reads inf and nan too.
double readNumber(std::istream &stream) {
  std::string text;
  stream >> text;
  return std::stod(text);
}

int agrees() {
  std::string line, type;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    words >> type;
    double got = readNumber(words), expected = readNumber(words), tolerance = readNumber(words);
    std::cout << word(validate::agrees(*graph::parseFormat(type), got, expected, tolerance)) << '\n';
  }
  return 0;
}

std::vector<double> readRow(size_t columns) {
  std::vector<double> row(columns);
  for (double &value : row)
    value = readNumber(std::cin);
  return row;
}

int compare() {
  std::string type;
  size_t columns = 0;
  std::cin >> type >> columns;
  std::vector<double> got = readRow(columns), exact = readRow(columns), baseline = readRow(columns);
  validate::Outcome outcome;
  outcome.columns = columns;
  outcome.type = *graph::parseFormat(type);
  outcome.got = got;
  outcome.exact = exact;
  outcome.baseline = baseline;
  outcome.groups = {{"all", {0}}};
  std::cout << word(validate::compare(outcome).pass) << '\n';
  return 0;
}

struct Outer {
  const tenon_parallel *pool;
  size_t inner;
  std::atomic<size_t> sum{0};
};

void addIndex(void *arguments, size_t index) { static_cast<Outer *>(arguments)->sum += index + 1; }

void callInside(void *arguments, size_t) {
  Outer &outer = *static_cast<Outer *>(arguments);
  outer.pool->parallel_for(outer.pool->context, addIndex, arguments, outer.inner);
}

/// Every inner index runs once for every outer one; a deadlock is the test's time limit.
int nested(size_t threads, size_t inner) {
  cpu::ThreadPool pool(threads);
  Outer outer{pool.parallel(), inner};
  constexpr size_t calls = 100;
  pool.parallel()->parallel_for(pool.parallel()->context, callInside, &outer, calls);
  return outer.sum == calls * inner * (inner + 1) / 2 ? 0 : 1;
}

} // namespace

int main(int count, char **arguments) {
  std::string mode = count > 1 ? arguments[1] : "";
  if (mode == "agrees")
    return agrees();
  if (mode == "compare")
    return compare();
  if (mode == "nested" && count == 4)
    return nested(std::strtoul(arguments[2], nullptr, 10), std::strtoul(arguments[3], nullptr, 10));
  std::cerr << "usage: probe agrees | compare | nested POOL N\n";
  return 2;
}
