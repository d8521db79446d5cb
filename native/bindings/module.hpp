// Shared declarations of the Python module.
#pragma once

#include <nanobind/nanobind.h>

#include "unlock.hpp"

namespace sowfish {

using Unlocked = nanobind::call_guard<Unlock>;

void bind_tables(nanobind::module_& m);
void bind_solving(nanobind::module_& m);
void bind_playing(nanobind::module_& m);
void bind_searching(nanobind::module_& m);
void bind_checking(nanobind::module_& m);
void bind_nets(nanobind::module_& m);
void bind_batches(nanobind::module_& m);
void bind_value_batches(nanobind::module_& m);

}  // namespace sowfish
