import { IconArrowsDiff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { errorMessage } from '@/api/error-message.ts'
import { paths } from '@/lib/paths.ts'
import { compareDevicesText as text } from '@/messages/device-page/compare-devices.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { Comparison } from '@/widgets/comparison/Comparison.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { comparedDevices } from './compare-devices.ts'
import { comparedDeviceQuery, type ComparedDevice } from './compare.queries.ts'
import { CompareWith } from './CompareWith.tsx'

/** Compares two devices, of the same or different fleets. The address contains their UUIDs. */
export function Component() {
  const { deviceUuid = '', otherUuid = '' } = useParams()
  const one = useQuery(comparedDeviceQuery(deviceUuid))
  const other = useQuery(comparedDeviceQuery(otherUuid))
  const failure = one.data === undefined ? one.error : other.data === undefined ? other.error : null
  if (one.data === null || other.data === null)
    return (
      <Message>
        <EmptyState title={text.unknown} detail={text.unknownDetail} />
      </Message>
    )
  if (one.data === undefined || other.data === undefined)
    return (
      <Message>
        {failure === null ? (
          <LoadingRegion label={text.loading}>
            <SkeletonLines lines={8} height={24} />
          </LoadingRegion>
        ) : (
          <ErrorState
            title={text.failed}
            detail={errorMessage(failure)}
            onRetry={() => void Promise.all([one.refetch(), other.refetch()])}
            retrying={one.isFetching || other.isFetching}
          />
        )}
      </Message>
    )
  const frozen = [one.data, other.data].find(isFrozen)
  if (frozen !== undefined)
    return (
      <Message>
        <EmptyState title={text.frozen(frozen.device_name)} />
      </Message>
    )
  return <Compared one={one.data} other={other.data} notice={<StaleNotice queries={[one, other]} />} />
}

const isFrozen = ({ is_frozen, belongs_to__application: [fleet] }: ComparedDevice) =>
  is_frozen || fleet?.organization[0]?.is_frozen === true

function Message({ children }: { children: ReactNode }) {
  return (
    <PageFrame crumbs={[{ label: text.loading }]} title={text.loading}>
      <Card>{children}</Card>
    </PageFrame>
  )
}

interface ComparedProps {
  one: ComparedDevice
  other: ComparedDevice
  notice: ReactNode
}

function Compared({ one, other, notice }: ComparedProps) {
  const [isChoosing, setChoosing] = useState(false)
  const names = [one.device_name, other.device_name] as const
  const fleet = one.belongs_to__application[0]
  return (
    <PageFrame
      crumbs={[
        ...(fleet ? [{ label: fleet.app_name, to: paths.fleet(fleet.id) }] : []),
        { label: one.device_name, to: paths.device(one.uuid) },
        { label: text.crumb },
      ]}
      title={text.title(...names)}
      actions={
        <Button
          icon={<IconArrowsDiff size={16} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
        >
          {text.another}
        </Button>
      }
      notice={notice}
    >
      {one.id === other.id ? (
        <Card>
          <EmptyState title={text.itself} detail={text.itselfDetail} />
        </Card>
      ) : (
        <Comparison
          sides={[
            { name: names[0], to: paths.device(one.uuid) },
            { name: names[1], to: paths.device(other.uuid) },
          ]}
          sections={comparedDevices(one, other)}
          texts={[text.sections.notes]}
          fileName={text.fileName}
        />
      )}
      {isChoosing && <CompareWith device={one} onClose={() => setChoosing(false)} />}
    </PageFrame>
  )
}
