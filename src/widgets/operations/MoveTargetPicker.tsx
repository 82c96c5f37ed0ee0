import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '@/api/error-message.ts'
import { moveTargetsQuery } from '@/domain/operations/move-targets.queries.ts'
import {
  haveArchitectureInCommon,
  offeredFleets,
  STORAGE_KEPT_SINCE,
  type MoveTarget,
} from '@/domain/operations/move-targets.ts'
import type { OperatedDevice } from '@/domain/operations/operation.ts'
import { deviceTypesQuery } from '@/domain/operations/setting.queries.ts'
import { osVersionNumber } from '@/domain/os-update/os-version-number.ts'
import { isAtLeast } from '@/domain/os-update/os-version.ts'
import { moveText as text } from '@/messages/operations/operations.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { SearchedChoices } from '@/ui/form/SearchedChoices.tsx'

export interface MoveTargetPickerProps {
  devices: readonly Pick<OperatedDevice, 'belongs_to__application' | 'is_of__device_type' | 'os_version'>[]
  value: number | null
  onChange: (fleet: MoveTarget) => void
}

/** Selection of a fleet to which the devices can be moved. */
export function MoveTargetPicker({ devices, value, onChange }: MoveTargetPickerProps) {
  const fleets = useQuery(moveTargetsQuery())
  const types = useQuery(deviceTypesQuery)
  const failed = fleets.error ?? types.error
  if (failed !== null && (fleets.data === undefined || types.data === undefined)) {
    const retry = () => void Promise.all([fleets.refetch(), types.refetch()])
    return <ErrorState compact title={text.failed} detail={errorMessage(failed)} onRetry={retry} />
  }
  if (fleets.data === undefined || types.data === undefined) {
    return (
      <LoadingRegion>
        <SkeletonLines lines={4} height={24} />
      </LoadingRegion>
    )
  }
  const slugs = new Set(devices.flatMap(({ is_of__device_type: type }) => type.map(({ slug }) => slug)))
  const architectures = [...slugs].map((slug) => types.data.get(slug)?.architecture ?? null)
  const known = architectures.filter((architecture) => architecture !== null)
  if (known.length < architectures.length) return <ErrorState compact title={text.unknownArchitecture} />
  const all = [...types.data.values()].flatMap(({ architecture }) => architecture ?? [])
  if (!haveArchitectureInCommon(known, all)) return <ErrorState compact title={text.nothingInCommon} />
  return (
    <>
      <StorageWarning devices={devices} />
      <Offered
        offered={offeredFleets(fleets.data, known, homeOf(devices))}
        value={value}
        onChange={onChange}
      />
    </>
  )
}

interface OfferedProps extends Pick<MoveTargetPickerProps, 'value' | 'onChange'> {
  offered: ReturnType<typeof offeredFleets>
}

function Offered({ offered, value, onChange }: OfferedProps) {
  if (offered.length === 0) {
    return <EmptyState compact title={text.noneCompatible} detail={text.noneCompatibleDetail} />
  }
  return (
    <SearchedChoices
      label={text.label}
      searchLabel={text.searchLabel}
      placeholder={text.search}
      noMatch={text.noMatch}
      value={value === null ? null : String(value)}
      onChange={(id) => {
        const fleet = offered.find((each) => String(each.id) === id)
        if (fleet) onChange(fleet)
      }}
      choices={offered.map(({ id, app_name, organization, architecture, reason }) => ({
        value: String(id),
        label: app_name,
        detail: organization,
        aside: architecture,
        reason,
      }))}
    />
  )
}

/** Devices with an old OS lose the data in their persistent storage. */
function StorageWarning({ devices }: Pick<MoveTargetPickerProps, 'devices'>) {
  const old = devices.some(
    ({ os_version }) => osVersionNumber(os_version) !== null && !isAtLeast(os_version, STORAGE_KEPT_SINCE),
  )
  return old && <Banner tone="warn">{text.persistentStorage(STORAGE_KEPT_SINCE)}</Banner>
}

/** The common fleet of the devices; undefined if there are several. */
function homeOf(devices: MoveTargetPickerProps['devices']): number | undefined {
  const homes = new Set(devices.map(({ belongs_to__application: [fleet] }) => fleet?.id))
  return homes.size === 1 ? [...homes][0] : undefined
}
