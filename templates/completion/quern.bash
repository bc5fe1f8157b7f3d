# Completion of quern for bash 4.3 or newer: source this file, or add it to ~/.bash_completion.

_quern() {
  local words=("${COMP_WORDS[0]}") word current line value
  # bash splits words at `=` and `:`, and quern does not.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    case $word/${words[-1]} in
      [=:]*/* | ?*/*[=:]) words[-1]+=$word ;;
      *) words+=("$word") ;;
    esac
  done
  current=${words[-1]}
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :path ]]; then
      compopt -o default
      continue
    fi
    value=${line%%$'\t'*}
    [[ $value == *= ]] && compopt -o nospace
    [[ $current == *[=:]* ]] && value=${value#"${current%"${current##*[=:]}"}"}
    printf -v value %q "$value"
    COMPREPLY+=("$value")
  done < <(QUERN_COMPLETE=bash "${words[@]}" 2>/dev/null)
}

complete -F _quern quern
