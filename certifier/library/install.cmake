# libvouch.so, and libvouch.a as one object in which everything but vouch_* is local; vouch.h and vouch.pc.
set(LIBRARY_FOLDER ${CMAKE_SOURCE_DIR}/certifier/library)
set(LIBRARY_VERSION 0) # VOUCH_ABI of vouch.h, and the name in vouch.map

if(NOT VOUCH_STATIC) # which makes programs only
  add_library(libvouch SHARED $<TARGET_OBJECTS:library>)
  target_link_libraries(libvouch PRIVATE pipeline explain Threads::Threads)
  target_link_options(libvouch PRIVATE -Wl,--version-script,${LIBRARY_FOLDER}/vouch.map)
  set_target_properties(libvouch PROPERTIES OUTPUT_NAME vouch VERSION ${LIBRARY_VERSION}.${PROJECT_VERSION} SOVERSION ${LIBRARY_VERSION}
    LINK_DEPENDS ${LIBRARY_FOLDER}/vouch.map)
  install(TARGETS libvouch LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
endif()

set(LIBRARY_LAYERS pipeline explain trace certify prove process digest ${CHECKER_LAYERS} formats support validator_beside validator_search
  validator_kernel)
set(LIBRARY_ARCHIVES)
foreach(name ${LIBRARY_LAYERS})
  list(APPEND LIBRARY_ARCHIVES $<TARGET_FILE:${name}>)
endforeach()
set(LIBRARY_OBJECT ${CMAKE_BINARY_DIR}/libvouch.o)
set(LIBRARY_ARCHIVE ${CMAKE_BINARY_DIR}/libvouch.a)
add_custom_command(OUTPUT ${LIBRARY_ARCHIVE}
  COMMAND ${CMAKE_LINKER} -r -o ${LIBRARY_OBJECT} $<TARGET_OBJECTS:library> --start-group ${LIBRARY_ARCHIVES} --end-group
  COMMAND ${CMAKE_OBJCOPY} -w --keep-global-symbol=vouch_* $<$<CONFIG:Release>:--strip-debug> ${LIBRARY_OBJECT}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${LIBRARY_ARCHIVE}
  COMMAND ${CMAKE_AR} rcs ${LIBRARY_ARCHIVE} ${LIBRARY_OBJECT}
  DEPENDS library ${LIBRARY_LAYERS} COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(libvouch_archive ALL DEPENDS ${LIBRARY_ARCHIVE})

file(RELATIVE_PATH LIBRARY_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /) # so that vouch.pc can be moved
configure_file(${LIBRARY_FOLDER}/vouch.pc.in ${CMAKE_BINARY_DIR}/vouch.pc @ONLY)
install(FILES ${LIBRARY_ARCHIVE} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(FILES ${LIBRARY_FOLDER}/vouch.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(FILES ${CMAKE_BINARY_DIR}/vouch.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
