" control: is written in the newer form of the language.
vim9script
def g:Minutes(text: string): number
  var parts = matchlist(text, '^\(\d\d\):\(\d\d\)$')
  if empty(parts) || str2nr(parts[1]) > 23 || str2nr(parts[2]) > 59
    throw 'no time: ' .. text
  endif
  return str2nr(parts[1]) * 60 + str2nr(parts[2])
enddef

def g:ClockText(given: number): string
  var total = (given % 1440 + 1440) % 1440
  return printf('%02d:%02d', total / 60, total % 60)
enddef

def g:Between(from: string, to: string): list<number>
  return [(g:Minutes(to) - g:Minutes(from) + 1440) % 1440]
enddef
