# `make package`: a Debian package and an archive of the installed files.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_CONTACT "the maintainers of unseen")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Programs that use the library need the libraries that it links.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, zlib1g-dev, libsqlite3-dev")
include(CPack)
