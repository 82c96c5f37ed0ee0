import { IconArrowsDiff } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { ComparisonBar, useOnlyDifferences } from '@/domain/screen/ComparisonBar.tsx'
import { narrowed } from '@/domain/screen/compared.ts'
import { StaleNotice } from '@/domain/screen/StaleNotice.tsx'
import { paths } from '@/lib/paths.ts'
import { compareReleasesText as text } from '@/messages/compare-releases.ts'
import { compareText } from '@/messages/compare.ts'
import { releasesText } from '@/messages/releases.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { ComparedLines, ComparisonTable } from '@/ui/table/Comparison.tsx'
import { comparedReleases } from './compare-releases.ts'
import { CompareReleaseWith } from './CompareReleaseWith.tsx'
import { loadRelease } from './load-release.ts'
import { releasesCrumbs } from './releases-crumbs.ts'
import { releaseQuery } from './releases.queries.ts'

export async function loader(args: LoaderFunctionArgs) {
  const [{ fleet, release }, { release: other }] = await Promise.all([
    loadRelease(args),
    loadRelease({ ...args, params: { ...args.params, releaseId: args.params['otherId'] } }),
  ])
  return { fleetId: fleet.id, ids: [release.id, other.id] as const }
}

/** What differs between two releases of a fleet: services, images, notes, tags, compose file and contract. */
export function Component() {
  const { fleetId, ids } = useLoaderData<typeof loader>()
  const { data: fleet } = useSuspenseQuery(fleetQuery(fleetId))
  const one = useSuspenseQuery(releaseQuery(ids[0]))
  const other = useSuspenseQuery(releaseQuery(ids[1]))
  const [isShort, setShort] = useOnlyDifferences()
  const [isChoosing, setChoosing] = useState(false)
  const [before, after] = [one.data, other.data]
  if (before === null || after === null)
    return <Navigate to={paths.releases(fleetId, fleet.is_of__class)} replace />
  const names = [releaseLabel(before), releaseLabel(after)] as const
  const sections = comparedReleases(before, after)
  const shown = narrowed(sections, isShort)
  const alike = sections.filter(({ title }) => shown.every((each) => each.title !== title))
  const addressOf = (id: number) => paths.release(fleetId, id, fleet.is_of__class)
  return (
    <PageFrame
      crumbs={[
        ...releasesCrumbs(fleet),
        { label: names[0], to: addressOf(before.id) },
        { label: text.crumb },
      ]}
      title={text.title(...names)}
      actions={
        <Button
          icon={<IconArrowsDiff size={16} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
        >
          {releasesText.compareWith}
        </Button>
      }
      notice={<StaleNotice query={one.isRefetchError ? one : other} />}
    >
      <ComparisonBar
        names={names}
        sections={sections}
        shown={shown}
        isShort={isShort}
        onShort={setShort}
        fileName={text.fileName}
      />
      {shown.map(({ title, rows }) =>
        title === text.facts ? (
          <Panel key={title} title={title} flush>
            <ComparisonTable
              label={text.table}
              names={names}
              heads={[
                <Link key="one" to={addressOf(before.id)}>
                  {names[0]}
                </Link>,
                <Link key="other" to={addressOf(after.id)}>
                  {names[1]}
                </Link>,
              ]}
              rows={rows}
            />
          </Panel>
        ) : (
          <Panel key={title} title={title}>
            <ComparedLines
              title={title}
              before={rows[0]?.before ?? ''}
              after={rows[0]?.after ?? ''}
              isShort={isShort}
            />
          </Panel>
        ),
      )}
      {alike.length > 0 && <p>{compareText.alike(alike.map(({ title }) => title).join(', '))}</p>}
      {isChoosing && <CompareReleaseWith fleet={fleet} release={before} onClose={() => setChoosing(false)} />}
    </PageFrame>
  )
}
