import { IconArrowsDiff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { ComparisonBar, useOnlyDifferences } from '@/domain/screen/ComparisonBar.tsx'
import { narrowed } from '@/domain/screen/compared.ts'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { StaleNotice } from '@/domain/screen/StaleNotice.tsx'
import { paths } from '@/lib/paths.ts'
import { compareDevicesText as text } from '@/messages/compare-devices.ts'
import { compareText } from '@/messages/compare.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card, Panel } from '@/ui/layout/Panel.tsx'
import { ComparedLines, ComparisonTable } from '@/ui/table/Comparison.tsx'
import { comparedDevices } from './compare-devices.ts'
import { comparedDeviceQuery, type ComparedDevice } from './compare.queries.ts'
import { CompareWith } from './CompareWith.tsx'

/** Two devices side by side, of one fleet or of two; the address names them. */
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
  return (
    <Compared
      one={one.data}
      other={other.data}
      notice={<StaleNotice query={one.isRefetchError ? one : other} />}
    />
  )
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
  const [isShort, setShort] = useOnlyDifferences()
  const [isChoosing, setChoosing] = useState(false)
  const sections = comparedDevices(one, other)
  const shown = narrowed(sections, isShort)
  const titles = new Set(shown.map(({ title }) => title))
  const alike = sections.filter(({ title, rows }) => !titles.has(title) && rows.length > 0)
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
        <>
          <ComparisonBar
            names={names}
            sections={sections}
            shown={shown}
            isShort={isShort}
            onShort={setShort}
            fileName={text.fileName}
          />
          {shown.map(({ title, rows }) => (
            <Panel key={title} title={title} flush={title !== text.sections.notes}>
              {title === text.sections.notes ? (
                <ComparedLines
                  title={title}
                  before={rows[0]?.before ?? ''}
                  after={rows[0]?.after ?? ''}
                  isShort={isShort}
                />
              ) : (
                <ComparisonTable
                  label={title}
                  names={names}
                  heads={[
                    <Link key="one" to={paths.device(one.uuid)}>
                      {names[0]}
                    </Link>,
                    <Link key="other" to={paths.device(other.uuid)}>
                      {names[1]}
                    </Link>,
                  ]}
                  rows={rows}
                />
              )}
            </Panel>
          ))}
          {alike.length > 0 && <p>{compareText.alike(alike.map(({ title }) => title).join(', '))}</p>}
        </>
      )}
      {isChoosing && <CompareWith device={one} onClose={() => setChoosing(false)} />}
    </PageFrame>
  )
}
