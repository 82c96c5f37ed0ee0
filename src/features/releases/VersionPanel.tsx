import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { releaseSettingsText } from '@/messages/releases/releases.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import type { ReleasePageData } from './load-release.ts'
import { versionCommands } from './release-commands.ts'
import { versionProblem, whyNotSet } from './release-version.ts'
import { setVersion } from './releases.queries.ts'
import { useReleaseRefresh } from './use-release-refresh.ts'
import styles from './Release.module.css'

/** Sets the version (major, minor, patch). */
export function VersionPanel({ fleet, release, role }: ReleasePageData) {
  const refresh = useReleaseRefresh(fleet.id)
  const [draft, setDraft] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const version = (draft ?? release.semver).trim()
  const problem = versionProblem(version)
  const mayNot = whyNotAllowed(role, 'resin.release.update')
  const reason = mayNot ?? whyNotSet(version, release.semver)
  const save = useMutation({
    mutationFn: () => setVersion(release.id, version),
    onSuccess: async () => {
      await refresh()
      setDraft(null)
      setTried(false)
      showToast({ tone: 'ok', title: releaseSettingsText.versionSaved(version) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (reason === undefined && problem === undefined && !save.isPending) save.mutate()
  }
  const error = tried && problem ? problem : save.error ? errorMessage(save.error) : undefined
  return (
    <Panel title={releaseSettingsText.version}>
      <form className={styles.stack} onSubmit={submit} noValidate>
        <p className={styles.quiet}>{releaseSettingsText.versionDetail}</p>
        <TextField
          label={releaseSettingsText.versionField}
          value={draft ?? release.semver}
          error={error}
          readOnly={mayNot !== undefined}
          autoComplete="off"
          spellCheck={false}
          inputMode="decimal"
          onChange={(event) => {
            save.reset()
            setDraft(event.target.value)
          }}
        />
        <Button type="submit" busy={save.isPending} reason={reason}>
          {releaseSettingsText.saveVersion}
        </Button>
        {reason === undefined && problem === undefined && (
          <EquivalentCommand {...versionCommands(release, version)} />
        )}
      </form>
    </Panel>
  )
}
