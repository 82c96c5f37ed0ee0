import { IconDownload, IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import type { WorldControl } from '@/control-panel/world-control.ts'
import { absoluteUrl } from '@/lib/base.ts'
import { saveTextFile } from '@/lib/save-file.ts'
import { shareLinkText as text } from '@/messages/control-panel/share-link.ts'
import { copyText } from '@/ui/display/CopyButton.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { linkedPath } from './share-link-url.ts'
import { LONGEST_LINK, sharedWorldFile, packSharedWorld } from './shared-world.ts'
import panel from '@/control-panel/ControlPanel.module.css'

type Stage =
  | { is: 'idle' | 'packing' }
  | { is: 'copied' | 'shown'; link: string }
  | { is: 'too-long'; length: number; file: string }
  | { is: 'failed'; reason: string }

/** Shares the current state as a link, or as a file if a link would be too long. */
export function ShareLinkSection({ control }: { control: WorldControl }) {
  const [stage, setStage] = useState<Stage>({ is: 'idle' })
  const share = async () => {
    setStage({ is: 'packing' })
    try {
      const file = await take(control)
      const link = absoluteUrl(linkedPath(await packSharedWorld(file)))
      if (link.length > LONGEST_LINK) return setStage({ is: 'too-long', length: link.length, file })
      setStage({ is: (await copyText(link)) ? 'copied' : 'shown', link })
    } catch (error) {
      setStage({ is: 'failed', reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <section className={panel.section} aria-label={text.title}>
      <h3>{text.title}</h3>
      <p className={panel.note}>{text.intro}</p>
      <div>
        <Button
          icon={<IconLink size={16} aria-hidden="true" />}
          busy={stage.is === 'packing'}
          onClick={() => void share()}
        >
          {text.copy}
        </Button>
      </div>
      {stage.is === 'copied' && <Banner tone="ok">{text.copied(stage.link.length)}</Banner>}
      {stage.is === 'shown' && (
        <>
          <Banner tone="info">{text.notCopied}</Banner>
          <TextField
            label={text.link}
            readOnly
            value={stage.link}
            onFocus={(event) => event.target.select()}
          />
        </>
      )}
      {stage.is === 'too-long' && (
        <Banner
          tone="info"
          action={
            <Button
              size="s"
              icon={<IconDownload size={16} aria-hidden="true" />}
              onClick={() => saveTextFile('flotilla-share.json', stage.file)}
            >
              {text.save}
            </Button>
          }
        >
          {text.tooLong(stage.length, LONGEST_LINK)}
        </Banner>
      )}
      {stage.is === 'failed' && <ErrorBanner>{stage.reason}</ErrorBanner>}
    </section>
  )
}

async function take({ client, dashboard }: WorldControl): Promise<string> {
  const person = dashboard.session() === null ? null : (await api().session.whoAmI()).username
  return sharedWorldFile({ page: dashboard.path(), person }, await client.sessionFile())
}
