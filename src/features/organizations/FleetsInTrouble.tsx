import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { totalDevices } from '@/domain/device/status-breakdown.ts'
import { statusCountsQuery } from '@/domain/device/status-counts.queries.ts'
import type { Organization } from '@/domain/organization/organization.queries.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { organizationHealthText as text } from '@/messages/organizations/organizations.ts'
import { Tag } from '@/ui/display/Tag.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { fleetsByAttentionQuery } from './organizations.queries.ts'
import styles from './FleetsInTrouble.module.css'

/** Fleets with a row of their own. */
const MAX_FLEETS = 6

/** The fleets of an organization with devices that need attention, those with most first. */
export function FleetsInTrouble({ organization: { id } }: { organization: Organization }) {
  const query = useQuery(fleetsByAttentionQuery(id))
  const { data: counts } = useQuery(statusCountsQuery({ organizationId: id }))
  const fleets = query.data?.filter(({ count }) => count > 0) ?? []
  const total = fleets.reduce((sum, { count }) => sum + count, 0)
  const others = fleets.length - MAX_FLEETS
  return (
    <Panel
      title={text.attention}
      aside={total > 0 && <Tag>{formatNumber(total)}</Tag>}
      actions={
        <ButtonLink to={paths.organizationInsights(id)} size="s" variant="quiet">
          {text.insights}
        </ButtonLink>
      }
      flush
    >
      {query.data === undefined ? (
        <QueryFallback
          query={query}
          failed={text.attentionFailed}
          compact
          className={styles.loading}
          lines={3}
          height={24}
        />
      ) : (
        <>
          <StaleNotice query={query} paced />
          {fleets.length === 0 ? (
            counts === undefined || totalDevices(counts) > 0 ? (
              <EmptyState
                compact
                icon={<IconCircleCheck size={24} aria-hidden="true" />}
                title={text.allWell}
                detail={text.allWellDetail}
              />
            ) : (
              <EmptyState compact title={text.noDevices} detail={text.noDevicesDetail} />
            )
          ) : (
            <ul className={styles.fleets} aria-label={text.attention}>
              {fleets.slice(0, MAX_FLEETS).map((fleet) => (
                <li key={fleet.id} className={styles.fleet}>
                  <StatusMark tone="bad" />
                  <Link to={paths.fleet(fleet.id)} className={styles.name}>
                    {fleet.name}
                  </Link>
                  <span className={styles.count}>{text.devices(formatNumber(fleet.count), fleet.count)}</span>
                  <ButtonLink
                    to={`${paths.fleetDevices(fleet.id)}?status=attention`}
                    size="s"
                    aria-label={text.showDevicesOf(fleet.name, formatNumber(fleet.count))}
                  >
                    {text.showDevices}
                  </ButtonLink>
                </li>
              ))}
              {others > 0 && (
                <li className={styles.fleet}>
                  <Link to={paths.applicationsOf(paths.organization(id), 'fleet')} className={styles.others}>
                    {text.otherFleets(formatNumber(others), others)}
                  </Link>
                </li>
              )}
            </ul>
          )}
        </>
      )}
    </Panel>
  )
}
