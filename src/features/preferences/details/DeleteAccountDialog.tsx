import { focusManager, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { accountCalls } from '@/api/account.ts'
import type { Account } from '@/domain/account/account.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { paths } from '@/lib/paths.ts'
import { dangerZoneText as text } from '@/messages/preferences/preferences-danger.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import type { Tone } from '@/ui/feedback/tone.ts'
import { PasswordField } from '@/ui/form/TextField.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { signOut } from '@/widgets/account/sign-out.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import {
  deleteAccount,
  deletionSteps,
  notStarted,
  type DeletionProgress,
  type StepStatus,
} from './account-deletion.ts'
import { deletionQuery, deletionWork, type Deletion, type Obstacle } from './deletion.queries.ts'
import styles from './DeleteAccountDialog.module.css'

/** Delay before the user is signed out, so that the message can be read. */
const SIGN_OUT_AFTER_MS = 2000

export interface DeleteAccountDialogProps {
  account: Account
  /** What is deleted with the account. */
  deletion: Deletion
  /** While that is read again. */
  isChecking: boolean
  onClose: () => void
}

/** Deletes the account step by step, and shows the status of each step. */
export function DeleteAccountDialog({ account, deletion, isChecking, onClose }: DeleteAccountDialogProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [progress, setProgress] = useState<DeletionProgress>(notStarted)
  const submit = async () => {
    setProgress(notStarted)
    const read = () => queries.fetchQuery({ ...deletionQuery(account), staleTime: 0 })
    await deleteAccount(deletionWork(account, password, read), (step, status) =>
      setProgress((now) => ({ ...now, [step]: status })),
    )
    await leave(() => signOut({ navigate: (to) => navigate(to) }, queries, paths.login({ ended: 'deleted' })))
  }
  return (
    <FormDialog
      danger
      title={text.title}
      confirmLabel={text.confirm}
      onClose={onClose}
      reason={whyNot(account, deletion, password) ?? (isChecking ? text.checking : undefined)}
      commands={platformCommands(null, accountCalls.remove(account.id))}
      onSubmit={submit}
    >
      {account.hasPassword ? <p>{text.body}</p> : <Banner tone="warn">{text.setPasswordFirst}</Banner>}
      <DeletedOrganizations deletion={deletion} />
      <Obstacles obstacles={deletion.obstacles} />
      {account.hasPassword && (
        <PasswordField
          required
          label={text.password}
          value={password}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <Steps progress={progress} hasOrganizations={deletion.toDelete.length > 0} />
      {progress.account === 'done' && <Banner tone="ok">{text.deleted}</Banner>}
    </FormDialog>
  )
}

function whyNot({ hasPassword }: Account, { obstacles }: Deletion, password: string): string | undefined {
  if (!hasPassword) return text.setPasswordFirst
  if (obstacles.length > 0) return text.obstaclesFirst
  return password === '' ? text.passwordMissing : undefined
}

/** Waits until the message can be read. Pauses polling, because requests of a deleted account are refused. */
async function leave(signOutNow: () => void): Promise<void> {
  focusManager.setFocused(false)
  await new Promise((resolve) => {
    setTimeout(resolve, SIGN_OUT_AFTER_MS)
  })
  signOutNow()
  focusManager.setFocused(undefined)
}

function DeletedOrganizations({ deletion: { deletedOrganizations } }: { deletion: Deletion }) {
  return (
    <>
      {deletedOrganizations.length > 0 && (
        <Banner tone="bad">
          {text.goesAlong}
          <ul className={styles.organizations}>
            {deletedOrganizations.map(({ id, name, isPersonal, applications, devices, activeDevices }) => (
              <li key={id}>
                {(isPersonal ? text.personalOrganization : text.organization)(
                  name,
                  applications,
                  devices,
                  activeDevices,
                )}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <p>{text.alsoGone}</p>
    </>
  )
}

/** What has to be settled first, with links to where that is done. */
function Obstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  if (obstacles.length === 0) return null
  return (
    <Banner tone="warn">
      {text.obstacles}
      <ul className={styles.organizations}>
        {obstacles.map((obstacle) => {
          const { kind, organization, name } = obstacle
          return (
            <li key={organization}>
              {text.obstacle(obstacle)}{' '}
              {kind === 'frozen-organization' ? (
                <Link to={paths.billing(organization)}>{text.toBilling(name)}</Link>
              ) : (
                <Link to={paths.applicationsOf(paths.organization(organization), 'fleet')}>
                  {text.toFleets(name)}
                </Link>
              )}
              {' · '}
              <Link to={paths.organizationMembers(organization)}>{text.toMembers(name)}</Link>
            </li>
          )
        })}
      </ul>
    </Banner>
  )
}

const tones: Record<StepStatus, Tone> = { pending: 'idle', 'in-progress': 'info', done: 'ok', failed: 'bad' }

/** The step for organizations is shown only if there are some besides the personal one. */
function Steps({ progress, hasOrganizations }: { progress: DeletionProgress; hasOrganizations: boolean }) {
  return (
    <ol className={styles.steps} aria-label={text.steps}>
      {deletionSteps
        .filter((step) => step !== 'organizations' || hasOrganizations)
        .map((step) => (
          <li key={step} className={styles.step}>
            <span>{text.step[step]}</span>
            <StatusBadge tone={tones[progress[step]]}>{text.status[progress[step]]}</StatusBadge>
          </li>
        ))}
    </ol>
  )
}
