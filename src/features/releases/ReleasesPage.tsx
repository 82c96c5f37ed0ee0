import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import { addReleaseText, releaseProblemText, releasesText } from '@/messages/releases/releases.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { Pagination } from '@/ui/table/Pagination.tsx'
import { loadFleet } from '@/widgets/fleet/fleet-loader.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { useListAddress } from '@/widgets/navigation/use-list-address.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { AddReleaseDialog } from './AddReleaseDialog.tsx'
import {
  isFiltered,
  releaseListState,
  unknownStatus,
  withReleaseList,
  type ChangeReleaseList,
  type ReleaseListState,
} from './release-list-state.ts'
import { ReleaseFilters } from './ReleaseFilters.tsx'
import { releaseListQuery, RELEASES_PER_PAGE } from './releases.queries.ts'
import { ReleasesSection } from './ReleasesSection.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { id } = await loadFleet(args)
  const cache = cacheOf(args)
  const state = releaseListState(new URL(args.request.url).searchParams)
  await Promise.all([
    cache.ensureQueryData(releaseListQuery(id, state)),
    cache.ensureQueryData(fleetRoleQuery(id)),
  ])
  return { id }
}

/** The releases of a fleet, app or block. The platform searches, filters and pages them as the address says. */
export function Component() {
  const { id } = useLoaderData<typeof loader>()
  const address = useListAddress()
  const shown = releaseListState(address.shown)
  const state = releaseListState(address.wanted)
  const { data: fleet } = useSuspenseQuery(fleetQuery(id))
  const { data: role } = useSuspenseQuery(fleetRoleQuery(id))
  const list = useSuspenseQuery(releaseListQuery(id, shown))
  const [adding, setAdding] = useState(false)
  const { releases, total } = list.data
  const unknown = unknownStatus(address.shown)
  const change: ChangeReleaseList = (next, options) =>
    address.change((params) => withReleaseList(params, next), options)
  const add = (
    <Button
      variant="primary"
      icon={<IconPlus size={16} aria-hidden="true" />}
      reason={whyNotAllowed(role ?? 'member', 'resin.release.create')}
      onClick={() => setAdding(true)}
    >
      {addReleaseText.open}
    </Button>
  )
  const isEmpty = total === 0 && !isFiltered(shown)
  return (
    <PageFrame
      title={releasesText.title}
      documentTitle={releasesText.documentTitle(fleet.app_name)}
      actions={add}
    >
      {unknown !== undefined && <Banner tone="warn">{releaseProblemText.panelCreateFilter(unknown)}</Banner>}
      {!isEmpty && <ReleaseFilters state={state} onChange={change} />}
      <StaleNotice query={list} />
      <ReleasesSection
        key={JSON.stringify([id, shown.status, shown.text])}
        fleet={fleet}
        role={role ?? 'member'}
        releases={releases}
        stale={address.pending}
        empty={
          <Card>
            <Nothing state={shown} total={total} onChange={change} />
          </Card>
        }
      />
      {total > RELEASES_PER_PAGE && (
        <Pagination
          page={shown.page}
          pageSize={RELEASES_PER_PAGE}
          total={total}
          onPage={(page) => change({ page })}
        />
      )}
      {adding && <AddReleaseDialog fleet={fleet} onClose={() => setAdding(false)} />}
    </PageFrame>
  )
}

interface NothingProps {
  state: ReleaseListState
  total: number
  onChange: ChangeReleaseList
}

/** Explains an empty list: no releases, no matches, or a page beyond the last. */
function Nothing({ state, total, onChange }: NothingProps) {
  if (total > 0) {
    return (
      <EmptyState
        answers
        title={releasesText.emptyPage}
        action={<Button onClick={() => onChange({ page: 1 })}>{releasesText.toFirstPage}</Button>}
      />
    )
  }
  if (!isFiltered(state)) return <EmptyState title={releasesText.empty} detail={releasesText.emptyDetail} />
  return (
    <EmptyState
      answers
      title={releasesText.emptyFiltered}
      action={
        <Button onClick={() => onChange({ text: '', status: undefined })}>{releasesText.clearFilter}</Button>
      }
    />
  )
}

export const ErrorBoundary = () => (
  <LoadErrorPage title={releasesText.title} hidden failed={releasesText.loadFailed} />
)
