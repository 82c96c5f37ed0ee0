import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { shellLine } from '@/lib/equivalent-command.ts'
import { paths } from '@/lib/paths.ts'
import { commonText } from '@/messages/common/common.ts'
import { addReleaseText } from '@/messages/releases/releases.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { latestCliQuery } from './cli-version.queries.ts'
import { gitRemoteQuery } from './releases.queries.ts'
import styles from './AddReleaseDialog.module.css'

const methods = ['cli', 'git', 'url'] as const

export interface AddReleaseDialogProps {
  fleet: Pick<Fleet, 'id' | 'slug' | 'is_of__class'>
  onClose: () => void
}

/** Instructions to create a release: with the CLI, with git, or from a public repository. */
export function AddReleaseDialog({ fleet, onClose }: AddReleaseDialogProps) {
  const [method, setMethod] = useState<(typeof methods)[number]>('cli')
  return (
    <Dialog
      onClose={onClose}
      title={addReleaseText.title}
      footer={<Button onClick={onClose}>{commonText.close}</Button>}
    >
      <div className={styles.body}>
        <SegmentedControl
          label={addReleaseText.way}
          value={method}
          options={methods.map((value) => ({ value, label: addReleaseText.ways[value] }))}
          onChange={setMethod}
        />
        {method === 'cli' && <ByCommandLine slug={fleet.slug} />}
        {method === 'git' && <ByGit slug={fleet.slug} />}
        {method === 'url' && <ByUrl fleet={fleet} />}
      </div>
    </Dialog>
  )
}

function ByCommandLine({ slug }: { slug: string }) {
  const { data: latest } = useQuery(latestCliQuery)
  return (
    <>
      <p>
        {addReleaseText.cliDetail} {latest && addReleaseText.cliLatest(latest)}
      </p>
      <Step title={addReleaseText.login} command={shellLine('balena', 'login')} />
      <Step title={addReleaseText.push} command={shellLine('balena', 'push', slug)} />
      <Step title={addReleaseText.draft} command={shellLine('balena', 'push', slug, '--draft')} />
    </>
  )
}

function ByGit({ slug }: { slug: string }) {
  const remote = useQuery(gitRemoteQuery)
  if (remote.data === undefined) {
    return <QueryFallback query={remote} failed={addReleaseText.gitFailed} compact lines={4} />
  }
  const { server, username } = remote.data
  if (server === null) return <p>{addReleaseText.noGit}</p>
  return (
    <>
      <p>{addReleaseText.gitDetail}</p>
      <Step
        title={addReleaseText.remote}
        command={shellLine('git', 'remote', 'add', 'flotilla', `${username}@${server}:${slug}.git`)}
      />
      <Step title={addReleaseText.gitPush} command={shellLine('git', 'push', 'flotilla', 'HEAD:master')} />
    </>
  )
}

function ByUrl({ fleet: { id, is_of__class } }: Pick<AddReleaseDialogProps, 'fleet'>) {
  return (
    <>
      <p>{addReleaseText.urlDetail}</p>
      <div>
        <ButtonLink to={paths.deployApplication(is_of__class, { into: id })}>
          {addReleaseText.toDeploy}
        </ButtonLink>
      </div>
    </>
  )
}

function Step({ title, command }: { title: ReactNode; command: string }) {
  return (
    <div className={styles.step}>
      <h3 className={styles.title}>{title}</h3>
      <div className={styles.command}>
        <code>{command}</code>
        <CopyButton text={command} what={addReleaseText.copy} />
      </div>
    </div>
  )
}
