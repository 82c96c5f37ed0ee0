import { IconArrowsDiff } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { fleetQuery } from '@/domain/fleet/fleet.queries.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { paths } from '@/lib/paths.ts'
import { compareReleasesText as text } from '@/messages/releases/compare-releases.ts'
import { releasesText } from '@/messages/releases/releases.ts'
import { Button } from '@/ui/form/Button.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Comparison } from '@/widgets/comparison/Comparison.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
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

/** Compares two releases of a fleet: services, images, notes, tags, compose file and contract. */
export function Component() {
  const { fleetId, ids } = useLoaderData<typeof loader>()
  const { data: fleet } = useSuspenseQuery(fleetQuery(fleetId))
  const one = useSuspenseQuery(releaseQuery(ids[0]))
  const other = useSuspenseQuery(releaseQuery(ids[1]))
  const [isChoosing, setChoosing] = useState(false)
  const [before, after] = [one.data, other.data]
  if (before === null || after === null)
    return <Navigate to={paths.releases(fleetId, fleet.is_of__class)} replace />
  const names = [releaseLabel(before), releaseLabel(after)] as const
  const sections = comparedReleases(before, after)
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
      notice={<StaleNotice queries={[one, other]} />}
    >
      <Comparison
        sides={[
          { name: names[0], to: addressOf(before.id) },
          { name: names[1], to: addressOf(after.id) },
        ]}
        sections={sections}
        texts={sections.map(({ title }) => title).filter((title) => title !== text.facts)}
        fileName={text.fileName}
      />
      {isChoosing && <CompareReleaseWith fleet={fleet} release={before} onClose={() => setChoosing(false)} />}
    </PageFrame>
  )
}
