import { useQuery } from '@tanstack/react-query'
import { useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { queryText, topTerms, type DeviceQuery } from '@/domain/device/query/device-query.ts'
import { parseQuery } from '@/domain/device/query/parse-query.ts'
import { chipWords, problemText } from '@/domain/device/query/query-words.ts'
import { statusCountsQuery } from '@/domain/device/status-counts.queries.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { encodedPart } from '@/lib/query-string.ts'
import { insightsText, organizationInsightsText as text } from '@/messages/fleet-health/fleet-insights.ts'
import { BarChart } from '@/ui/chart/BarChart.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { cacheOf, readAhead } from '@/widgets/navigation/route-cache.ts'
import { loadOrganizationScope, useOrganizationScope } from '@/widgets/organization/organization-route.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import {
  chartBar,
  Chart,
  condition,
  ConnectivityChart,
  IssuesChart,
  StatusChart,
  VersionChart,
} from './InsightCharts.tsx'
import { fleetCountsQuery } from './insights.queries.ts'
import styles from './InsightsPage.module.css'

/** Fleets with a bar of their own. */
const FLEETS_SHOWN = 20

export async function loader(args: LoaderFunctionArgs) {
  const orgScope = await loadOrganizationScope(args)
  if (orgScope !== null)
    readAhead(cacheOf(args), statusCountsQuery({ organizationId: orgScope.organization.id }))
  return null
}

/** Charts of an organization's devices. Each bar filters the chart of fleets, which links to their device lists. */
export function Component() {
  const { organization } = useOrganizationScope()
  const { id } = organization
  const [search] = useSearchParams()
  const parsed = parseQuery(search.get('q') ?? '')
  const scope = { organizationId: id }
  const pagePath = paths.organizationInsights(id)
  const linkTo = (query: DeviceQuery) => `${pagePath}?q=${encodedPart(queryText(query))}`
  const file = (chart: string) => `${organization.name}-${chart}`
  return (
    <PageFrame title={insightsText.title} documentTitle={insightsText.documentTitle(organization.name)}>
      <p className={styles.note}>{text.note}</p>
      {!parsed.ok && <Banner tone="warn">{problemText(parsed.problem)}</Banner>}
      <FleetsChart organizationId={id} query={parsed.ok ? parsed.query : undefined} file={file} />
      <div className={styles.charts}>
        <StatusChart
          scope={scope}
          whereStatus={(status) => linkTo(condition('status', '=', status))}
          file={file}
        />
        <ConnectivityChart scope={scope} linkTo={linkTo} file={file} />
        <IssuesChart scope={scope} linkTo={linkTo} file={file} />
        {(['os_version', 'supervisor_version'] as const).map((field) => (
          <VersionChart key={field} scope={scope} field={field} linkTo={linkTo} file={file} />
        ))}
      </div>
    </PageFrame>
  )
}

interface FleetsChartProps {
  organizationId: number
  /** Which devices are counted; undefined: all. */
  query: DeviceQuery | undefined
  file: (chart: string) => string
}

/** The number of matching devices in each fleet. */
function FleetsChart({ organizationId, query, file }: FleetsChartProps) {
  const counts = useQuery(fleetCountsQuery(organizationId, query))
  const words = topTerms(query)
    .map((term) => chipWords(term))
    .map(({ label, value }) => `${label} ${value}`)
    .join(', ')
  const title = query === undefined ? text.fleets : text.fleetsWith(words)
  const list = (id: number) =>
    `${paths.fleetDevices(id)}${query === undefined ? '' : `?q=${encodedPart(queryText(query))}`}`
  return (
    <>
      {query !== undefined && (
        <div>
          <ButtonLink to={paths.organizationInsights(organizationId)}>{text.all}</ButtonLink>
        </div>
      )}
      <Chart title={title} query={counts}>
        {(fleets) => {
          const [shown, rest] = [fleets.slice(0, FLEETS_SHOWN), fleets.slice(FLEETS_SHOWN)]
          return (
            <BarChart
              title={title}
              headers={{ label: text.fleet, value: insightsText.devices }}
              empty={insightsText.noDevices}
              file={file('fleets')}
              scale={(total) => insightsText.scale(formatNumber(total), total)}
              bars={[
                ...shown.map(({ id, name, count }) => ({
                  key: String(id),
                  label: name,
                  value: count,
                  tone: 'info' as const,
                  to: list(id),
                })),
                ...chartBar(
                  'rest',
                  text.others(formatNumber(rest.length)),
                  rest.reduce((sum, { count }) => sum + count, 0),
                ),
              ]}
            />
          )
        }}
      </Chart>
    </>
  )
}

export const ErrorBoundary = () => (
  <LoadErrorPage title={insightsText.title} hidden failed={insightsText.failed} />
)
