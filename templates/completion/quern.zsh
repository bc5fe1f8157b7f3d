#compdef quern
# Completion of quern for zsh: a file `_quern` in a folder of $fpath, or a file to source behind `compinit`.

_quern() {
  local -a proposals open closed
  local line
  proposals=("${(@f)$(QUERN_COMPLETE=zsh "${(Q)words[1]}" "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
  for line in $proposals; do
    [[ $line == :path ]] && { _files; continue }
    local word=${line%%$'\t'*} brief=''
    [[ $line == *$'\t'* ]] && brief=:${line#*$'\t'}
    if [[ $word == *= ]]; then
      open+=("${word//:/\\:}$brief")
    else
      closed+=("${word//:/\\:}$brief")
    fi
  done
  (( $#open )) && _describe -t quern quern open -S ''
  (( $#closed )) && _describe -t quern quern closed
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _quern "$@"
else
  compdef _quern quern
fi
