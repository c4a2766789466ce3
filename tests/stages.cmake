# How much of the tests a build runs. `./bootstrap test` has three stages; each does what the others cannot:
#   build-clang     the warnings of the other compiler, and the fuzzers
#   build-sanitize  assertions, addresses, undefined behaviour, leaks: all code, but few random trials, since each takes five to a hundred times as long
#   build           what users get, with all trials; and what has nothing to do with how the programs were compiled (VOUCH_SOURCE_TESTS)
if(VOUCH_SANITIZE)
  set(random_count 40)
  set(FAULT_STRIDE 17)    # every so many-th call of test_faults fails
  set(LOAD_RUNS 1)        # the same commands, once: what a load changes is seen without sanitizers
  set(SECOND_EVERY 20)    # certificates of the corpus for the second validator
  set(TRIAL_SECONDS 200)  # until a random trial counts as undecided; one took 8 of processor time
  set(VOUCH_SOURCE_TESTS OFF)
else()
  set(random_count 300)
  set(FAULT_STRIDE 1)
  set(LOAD_RUNS 5)
  set(SECOND_EVERY 1)
  set(TRIAL_SECONDS 20)
  set(VOUCH_SOURCE_TESTS ON)
endif()
if(VOUCH_COVERAGE) # counters are slow, too, and trials reach little that other tests do not
  set(random_count 40)
  set(VOUCH_SOURCE_TESTS OFF)
endif()
set(VOUCH_RANDOM_COUNT ${random_count} CACHE STRING "Random models per kind of property in a test run; unit tests have trials in proportion")

# The longest first, so that no processor is idle at the end. Without the rest, which ends soon.
set(LONGEST_FIRST engine_example second_validator differential_ctl differential_justice corpus_verdicts explicit reduction symbolic reach fair iictl
  faults terminal carried_over export run jobs audit docs exhaustive_lrat_cnfs sat load ranking format validator_attacks command_line minisign signoff
  exhaustive_lrat_bytes whole_loop patterns rejected bdd safety bench validator_search exhaustive_lrat_tokens explain mutants)
function(start_longest_first)
  list(LENGTH LONGEST_FIRST cost)
  foreach(name ${LONGEST_FIRST})
    if(TEST ${name})
      set_tests_properties(${name} PROPERTIES COST ${cost})
    endif()
    math(EXPR cost "${cost} - 1")
  endforeach()
endfunction()
