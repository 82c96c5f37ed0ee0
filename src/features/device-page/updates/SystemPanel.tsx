import { offers } from '@/api/api.ts'
import { osVersionNumber } from '@/domain/os-update/os-version-number.ts'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { OperationSection } from '@/features/device-page/OperationSection.tsx'
import { sentences } from '@/messages/common/compose.ts'
import { osUpdateText, supervisorUpdateText, systemText } from '@/messages/operations/updates.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { useSystemUpdates } from './use-system-updates.tsx'
import { whyNotBeginOsUpdate, whyNotBeginSupervisorUpdate } from './why-not-update.ts'

const OS_DOCS = 'https://docs.balena.io/reference/OS/updates/self-service'
const SUPERVISOR_DOCS = 'https://docs.balena.io/reference/supervisor/supervisor-upgrades'

/** The host OS and the supervisor, each with its update. */
export function SystemPanel({ page }: { page: DevicePageData }) {
  const { device } = page
  const { ask, dialog } = useSystemUpdates(page)
  const unknown = osUpdateText.unknownVersion
  if (!offers('osUpdates')) return null
  return (
    <Panel title={systemText.panel} flush>
      <OperationSection
        docs={OS_DOCS}
        title={osUpdateText.title}
        blurb={sentences(
          osUpdateText.blurb,
          systemText.osRuns(osVersionNumber(device.os_version) ?? unknown),
        )}
        control={
          <Button reason={whyNotBeginOsUpdate(page)} onClick={() => ask('os')}>
            {osUpdateText.action}
          </Button>
        }
      />
      <OperationSection
        docs={SUPERVISOR_DOCS}
        title={supervisorUpdateText.title}
        blurb={sentences(
          supervisorUpdateText.blurb,
          systemText.supervisorRuns(device.supervisor_version ?? unknown),
        )}
        control={
          <Button reason={whyNotBeginSupervisorUpdate(page)} onClick={() => ask('supervisor')}>
            {supervisorUpdateText.action}
          </Button>
        }
      />
      {dialog}
    </Panel>
  )
}
