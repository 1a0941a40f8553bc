// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What lies beside a config.json: tensors, and how sentences become vectors.
#ifndef TENON_IMPORT_FOLDER_H
#define TENON_IMPORT_FOLDER_H

#include "import/Keys.h"
#include "import/Model.h"
#include "runtime/weights/Checkpoint.h"

namespace tenon::importer {

/// How an encoder's rows become one, where `folder` says it in the files of the package
/// sentence-transformers: modules.json and 1_Pooling/config.json. Else nothing changes.
void readPooling(const std::string &folder, Model &model, Report &report);

/// The safetensors file of `folder`, or the index of several; empty where there is none.
std::string findCheckpoint(const std::string &folder);

/// Checkpoints of one model differ in what stands in front of all names. Changes the
/// places in the name map `names` to those that `checkpoint` has, and warns of tensors
/// that it lacks all the same.
void fitNames(nlohmann::ordered_json &names, const weights::Checkpoint &checkpoint, int64_t layers,
              Report &report);

} // namespace tenon::importer

#endif
