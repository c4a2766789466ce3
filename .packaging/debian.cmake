# Debian packages by CPack: `./bootstrap deb`, or `cpack -G DEB` in a build folder whose CMAKE_INSTALL_PREFIX is /usr.
set(VOUCH_MAINTAINER "The Vouch authors <vouch@vouch.invalid>" CACHE STRING "Maintainer of the Debian packages: Name <address>")

find_program(GZIP gzip REQUIRED)
string(TIMESTAMP CHANGELOG_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC) # SOURCE_DATE_EPOCH where it is set
# doc_of(PACKAGE COMPONENT): copyright and changelog, as every package has them.
function(doc_of package component)
  set(folder ${CMAKE_BINARY_DIR}/packaging/${package})
  set(PACKAGE ${package})
  configure_file(${CMAKE_SOURCE_DIR}/.packaging/changelog.in ${folder}/changelog @ONLY)
  execute_process(COMMAND ${GZIP} -9nkf ${folder}/changelog COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${folder}/changelog.gz ${CMAKE_SOURCE_DIR}/.packaging/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
    COMPONENT ${component})
endfunction()
doc_of(vouch vouch)
doc_of(vouch-validate vouch-validate)
doc_of(libvouch-dev development)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL vouch vouch-validate development)
# One summary for all packages, unless it is the one that means nothing.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${CMAKE_PROJECT_NAME} built using CMake")
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${VOUCH_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_VOUCH_PACKAGE_NAME vouch)
set(CPACK_DEBIAN_VOUCH_PACKAGE_DEPENDS "vouch-validate (>= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_VOUCH_PACKAGE_RECOMMENDS "kissat, drat-trim")
set(CPACK_DEBIAN_VOUCH_PACKAGE_SUGGESTS "yosys, minisign, graphviz, gtkwave")
set(CPACK_DEBIAN_VOUCH_DESCRIPTION "model checker that proves what it says
Decides safety, justice, CTL, LTL and CTL* properties of AIGER circuits,
and of Verilog designs through yosys, and writes a certificate for each
verdict, which the small independent program vouch-validate judges.

It explains verdicts in words, tables and waveforms, and signs them off.")

set(CPACK_DEBIAN_VOUCH-VALIDATE_PACKAGE_NAME vouch-validate)
set(CPACK_DEBIAN_VOUCH-VALIDATE_PACKAGE_SUGGESTS kissat)
set(CPACK_DEBIAN_VOUCH-VALIDATE_DESCRIPTION "independent validator of the certificates of vouch
Works out from a circuit and a property what a certificate has to show,
and accepts it only if it shows that, down to the last propositional
step. It shares no code with the checker and needs the C library alone.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libvouch-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS vouch-validate)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libcadical-dev, g++, libsodium-dev, libjansson-dev, zlib1g-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "model checker that proves what it says - static C library
The checker and certifier of vouch as a C library: models and properties
in, verdicts with certificates, explanations and traces out. Every call
works in a child process of its own. While the interface may change there
is no package of the shared library.")
include(CPack)
