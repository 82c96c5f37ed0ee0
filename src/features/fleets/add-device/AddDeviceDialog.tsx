import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '@/domain/access/permissions.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { osVersionsQuery } from '@/domain/os-update/os-update.queries.ts'
import { paths } from '@/lib/paths.ts'
import { addDeviceText as text } from '@/messages/fleets/fleet-add-device.ts'
import { useTimeSource } from '@/ui/display/now.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { QueryErrorBanner } from '@/widgets/query-states/QueryErrorBanner.tsx'
import { typeContractQuery } from './add-device.queries.ts'
import { AllowanceNotice, useAllowance } from './AllowanceNotice.tsx'
import { DeviceTypeField } from './DeviceTypeField.tsx'
import { DownloadPart } from './DownloadPart.tsx'
import { toImageOptions, settingsProblem, defaultSettings, type ImageOptions } from './image-settings.ts'
import { MoreFields, NetworkFields } from './ImageSettingsFields.tsx'
import { osVersionChoices, type OsEdition, type OsLine } from './os-choices.ts'
import { SimulatedDevice } from './SimulatedDevice.tsx'
import styles from './AddDeviceDialog.module.css'

const editions = ['prod', 'dev'] as const
const lines = ['default', 'esr'] as const

export interface AddDeviceDialogProps {
  fleet: Fleet
  role: Role
  onClose: () => void
}

/** Creates the OS image that provisions a device into a fleet. */
export function AddDeviceDialog({ fleet, role, onClose }: AddDeviceDialogProps) {
  const own = fleet.is_for__device_type[0]
  const architecture = own.is_of__cpu_architecture[0]?.slug
  const [deviceType, setDeviceType] = useState(own.slug)
  const [line, setLine] = useState<OsLine>('default')
  const [edition, setEdition] = useState<OsEdition>('prod')
  const [chosen, setChosen] = useState('')
  const [settings, setSettings] = useState(defaultSettings)
  const { data: contract } = useQuery(typeContractQuery(deviceType))
  const offersSecureBoot = contract?.offersSecureBoot ?? false
  const time = useTimeSource()
  const allowance = useAllowance(role, fleet.organization[0].id)
  const releases = useQuery(osVersionsQuery([deviceType]))
  const versions = osVersionChoices(releases.data ?? [], { line, edition })
  const version =
    versions.find((each) => each.version === chosen) ??
    versions.find(({ isRecommended }) => isRecommended) ??
    versions[0]
  const hasEsr = releases.data?.some(({ isEsr }) => isEsr) ?? false
  const imageOptions: ImageOptions | undefined = version && {
    appId: fleet.id,
    deviceType,
    version: version.version,
    developmentMode: edition === 'dev',
    ...toImageOptions(settings, { now: time.now(), offersSecureBoot }),
  }
  return (
    <Dialog onClose={onClose} title={text.title(fleet.app_name)} size="m">
      <AllowanceNotice allowance={allowance} />
      {architecture === undefined && <Banner tone="bad">{text.unknownArchitecture}</Banner>}
      <DeviceTypeField fleet={fleet} value={deviceType} onChange={setDeviceType} />
      <QueryErrorBanner query={releases} failed={text.versionsFailed} />
      <div className={styles.choices}>
        <SegmentedControl
          label={text.edition}
          value={edition}
          options={editions.map((value) => ({ value, label: text.editions[value] }))}
          onChange={setEdition}
        />
        {hasEsr && (
          <SegmentedControl
            label={text.line}
            value={line}
            options={lines.map((value) => ({ value, label: text.lines[value] }))}
            onChange={setLine}
          />
        )}
      </div>
      {edition === 'dev' ? (
        <p className={styles.note}>{text.devNote}</p>
      ) : (
        <p className={styles.note}>
          {text.prodNote} <Link to={paths.sshKeys()}>{text.sshKeys}</Link>
        </p>
      )}
      {version === undefined ? (
        <p className={styles.note}>{releases.isPending ? '' : text.noVersions}</p>
      ) : (
        <SelectField
          label={text.version}
          value={version.version}
          description={version.knownIssues === null ? undefined : text.knownIssues(version.knownIssues)}
          options={versions.map((each) => ({
            value: each.version,
            label: each.isRecommended ? text.recommended(each.version) : each.version,
          }))}
          onChange={setChosen}
        />
      )}
      <NetworkFields value={settings} onChange={setSettings} />
      <MoreFields value={settings} offersSecureBoot={offersSecureBoot} onChange={setSettings} />
      <DownloadPart
        imageOptions={imageOptions}
        fileType={settings.fileType}
        reason={allowance.reason ?? settingsProblem(settings)}
        fleet={fleet}
      />
      {imageOptions && <SimulatedDevice imageOptions={imageOptions} reason={allowance.reason} />}
    </Dialog>
  )
}
