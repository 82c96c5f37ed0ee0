import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '@/api/api.ts'
import { headerColour, navigationStripes } from '@/domain/account/header-preferences.ts'
import { migratedApps } from '@/domain/fleet/migrated-apps.ts'
import { stagingQuery } from '@/domain/platform/platform-config.queries.ts'
import type { Stored } from '@/lib/stored.ts'
import { displayText as text } from '@/messages/preferences/preferences-profile.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { Switch } from '@/ui/form/Switch.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { showAppsPreference } from '@/widgets/fleet/show-apps-preference.ts'
import { FormatsPanel } from './FormatsPanel.tsx'
import { themeColour } from './theme-colour.ts'
import styles from './Display.module.css'

/** Appearance of the dashboard, stored in this browser. */
export function Component() {
  const { data: isStaging } = useQuery(stagingQuery())
  const [found] = useStored(migratedApps)
  const hasApps = found?.hasApps === true && found.user === api().session.claims()?.id
  return (
    <PageFrame title={text.title}>
      <p>{text.stays}</p>
      <FormatsPanel />
      <Panel title={text.panel} flush>
        <HeaderColourRow />
        <Suspense fallback={null}>
          <AccentRow />
        </Suspense>
        <SwitchRow
          name={text.apps}
          hint={hasApps ? text.appsHintMigrated : text.appsHint}
          stored={showAppsPreference}
        />
        {isStaging && <SwitchRow name={text.stripes} hint={text.stripesHint} stored={navigationStripes} />}
      </Panel>
    </PageFrame>
  )
}

function HeaderColourRow() {
  const [colour, setColour] = useStored(headerColour)
  return (
    <SettingRow name={text.headerColour} value={colour ?? text.fromTheme} hint={text.headerColourHint}>
      <input
        type="color"
        aria-label={text.pick}
        className={styles.colour}
        value={colour ?? themeColour()}
        onChange={(event) => setColour(event.target.value)}
      />
      <Button reason={colour === null ? text.isTheme : undefined} onClick={() => setColour(null)}>
        {text.useTheme}
      </Button>
    </SettingRow>
  )
}

const AccentRow = lazy(() => import('./AccentRow.tsx').then((loaded) => ({ default: loaded.AccentRow })))

interface SwitchRowProps {
  name: string
  hint: string
  stored: Stored<boolean>
}

function SwitchRow({ name, hint, stored }: SwitchRowProps) {
  const [on, setOn] = useStored(stored)
  return (
    <SettingRow name={name} hint={hint}>
      <Switch label={name} on={on} text={on ? text.on : text.off} onChange={setOn} />
    </SettingRow>
  )
}
