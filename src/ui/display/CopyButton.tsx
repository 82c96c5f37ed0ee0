import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { commonText } from '@/messages/common/common.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { IconButton } from '@/ui/form/Button.tsx'

const SAY_COPIED_MS = 2000

export interface CopyButtonProps {
  text: string
  /** What is copied, for the label: "UUID". */
  what: string
  size?: 'm' | 's'
}

/** Copies a text and confirms it. */
export function CopyButton({ text, what, size = 's' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  // The live region is added on focus or hover, so that tables do not contain hundreds of them.
  const [isReached, setReached] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const copy = async () => {
    if (!(await copyText(text))) return showToast({ tone: 'bad', title: commonText.copyFailed })
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), SAY_COPIED_MS)
  }
  return (
    <>
      <IconButton
        size={size}
        label={copied ? commonText.copied : commonText.copy(what)}
        icon={copied ? <IconCheck size={15} aria-hidden="true" /> : <IconCopy size={15} aria-hidden="true" />}
        onFocus={() => setReached(true)}
        onClick={() => {
          setReached(true)
          void copy()
        }}
      />
      {isReached && (
        <Status as="span" className="visually-hidden">
          {copied ? commonText.copied : ''}
        </Status>
      )}
    </>
  )
}

/** Copies a text to the clipboard; false if the browser refuses (insecure origin, no permission). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

// The clipboard API is missing on plain HTTP; copying a selection still works there.
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'visually-hidden'
  const before = document.activeElement
  document.body.append(area)
  area.select()
  const done = typeof document.execCommand === 'function' && document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
