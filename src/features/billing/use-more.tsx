import { useState } from 'react'
import { Button } from '@/ui/form/Button.tsx'

interface Labels {
  show: (count: number) => string
  hide: string
}

/** Rows whose rest is folded until the button `more` is pressed; without first ones, the rest is shown. */
export function useMore<Row>(first: readonly Row[], rest: readonly Row[], { show, hide }: Labels) {
  const [isWhole, setWhole] = useState(false)
  if (first.length === 0 || rest.length === 0) return { shown: [...first, ...rest], more: null }
  return {
    shown: isWhole ? [...first, ...rest] : first,
    more: (
      <Button size="s" variant="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? hide : show(rest.length)}
      </Button>
    ),
  }
}
