import { IconLink } from '@tabler/icons-react'
import { useHref } from 'react-router'
import { commonText } from '@/messages/common/common.ts'
import { logLineText } from '@/messages/device-page/device-logs.ts'
import { copyText, CopyButton } from '@/ui/display/CopyButton.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import type { FeedLine } from './log-feed.ts'
import { logFileText } from './log-file.ts'
import { lineAddress } from './log-link.ts'
import type { ServiceNames } from './log-words.ts'
import styles from './LogList.module.css'

interface ChosenLineProps {
  uuid: string
  line: FeedLine
  names: ServiceNames
}

/** Actions on the selected line: copy it, or copy a link to it. */
export function ChosenLine({ uuid, line, names }: ChosenLineProps) {
  const address = useHref(lineAddress(uuid, line))
  const text = logFileText([line], names).trim()
  const copyLink = async () => {
    const copied = await copyText(new URL(address, window.location.href).href)
    showToast(
      copied
        ? { tone: 'ok', title: logLineText.linkCopied }
        : { tone: 'bad', title: commonText.copyFailed, detail: address },
    )
  }
  return (
    <div role="group" aria-label={logLineText.chosen(text)} className={styles.chosen}>
      <CopyButton text={text} what={logLineText.line} />
      <IconButton
        size="s"
        label={logLineText.link}
        icon={<IconLink size={15} aria-hidden="true" />}
        onClick={() => void copyLink()}
      />
    </div>
  )
}
