import { useState } from 'react'
import { api } from '@/api/api.ts'
import { accessTokensText as text } from '@/messages/preferences/preferences-tokens.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { InfoPopover } from '@/ui/overlay/InfoPopover.tsx'
import styles from './SessionToken.module.css'

/** The session token, hidden until requested. */
export function SessionTokenPanel({ hasKeys }: { hasKeys: boolean }) {
  const [shown, setShown] = useState(false)
  const token = api().token.get() ?? ''
  return (
    <Panel
      title={text.session}
      aside={
        <InfoPopover label={text.aboutSession}>
          <p>{text.sessionInfo}</p>
          <p>{hasKeys ? text.sessionUse : text.sessionUseOnly}</p>
        </InfoPopover>
      }
    >
      <div className={styles.box}>
        {shown ? (
          <code aria-label={text.session} className={styles.token}>
            {token}
          </code>
        ) : (
          <span className={styles.hidden}>{text.hidden}</span>
        )}
        <Button size="s" onClick={() => setShown(!shown)}>
          {shown ? text.hide : text.show}
        </Button>
        <CopyButton text={token} what={text.token} />
      </div>
    </Panel>
  )
}
