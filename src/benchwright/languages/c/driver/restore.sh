# Writes a header that gives names of the standard library back their meaning where a solution redefined them. It expects
# the macro benchwright_own_NAME for each name that the solution defines or undefines.
# Arguments: compiler, file to write, language as the compiler names it, option for the standard, headers.
set -eu
compiler=$1 file=$2 language=$3 standard=$4
shift 4
all=$(printf '#include <%s>\n' "$@")
run() { echo "$all" | "$compiler" -x "$language" "$standard" -E "$@" -; }
{
    run -P | grep -oE '[A-Za-z_][A-Za-z_0-9]*' | sort -u |
        sed 's/.*/#ifdef benchwright_own_&\n#undef &\n#endif/'
    # The limits of the system are not part of the language, and programs use their names for limits of their own.
    run -dM | grep -vE '^#define (NAME|PATH|LINE|ARG|LINK|OPEN|HOST_NAME|LOGIN_NAME|TTY_NAME)_MAX|^#define (MAX_|bool )' |
        sed -E 's/^#define ([A-Za-z_0-9]+).*/#ifdef benchwright_own_\1\n#undef \1\n&\n#endif/'
} >"$file"
