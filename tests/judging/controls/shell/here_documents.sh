# control: here documents and texts that hold what looks like tests, ends and comments; functions in all spellings.
usage() {
    cat <<'USAGE'
test_split() { exit 1; }
exit 1 # } { not code
USAGE
}

function split {
    read -r -a WORDS <<<"$1"
    COUNT=${#WORDS[@]}
}

function slug() (
    read -r -a text <<<"${*,,}"
    IFS=-
    cat <<-TEXT
	${text[*]}
	TEXT
)

largest()
{
    case $# in
        0) return 1 ;;
        *) printf '%s\n' "$@" | sort -n | tail -n 1 ;; # ) unbalanced (
    esac
}
