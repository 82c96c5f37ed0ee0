import { useEffect, useEffectEvent } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { copyRowsText } from '@/messages/device-list/copy-rows.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { isBehindDialog, isTyping } from '@/ui/form/typing.ts'

export interface CopiedRows {
  /** Number of selected rows on this page, and in the whole list. */
  onPage: number
  selected: number
  text: () => string
  /** Also copies the selected rows of other pages. */
  copyAll: () => void
}

/** Ctrl+C copies the selected rows of the page, unless text is selected. */
export function useCopyKeys({ onPage, selected, text, copyAll }: CopiedRows) {
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || event.clipboardData === null || onPage === 0) return
    if (isTyping(event.target) || isBehindDialog() || document.getSelection()?.isCollapsed === false) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', text())
    const shown = formatNumber(onPage)
    if (selected <= onPage) showToast({ tone: 'ok', title: copyRowsText.copied(onPage, shown) })
    else
      showToast({
        tone: 'warn',
        title: copyRowsText.copiedOfPage(onPage, shown, formatNumber(selected)),
        action: { label: copyRowsText.all(formatNumber(selected)), onPress: copyAll },
      })
  })
  useEffect(() => {
    document.addEventListener('copy', onCopy)
    return () => document.removeEventListener('copy', onCopy)
  }, [])
}
