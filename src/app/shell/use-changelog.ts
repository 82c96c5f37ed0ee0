import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStored } from '@/ui/useStored.ts'
import { hasNewMajor, majorOf } from './changelog.ts'
import { seenMajor } from './preferences.ts'
import { changelogQuery } from './shell.queries.ts'

/** Whether a new major version waits to be seen, and how to say that it was. */
export function useChangelog() {
  const { data } = useQuery(changelogQuery())
  const [seen, setSeen] = useStored(seenMajor)
  const latest = data?.[0]?.version
  useEffect(() => {
    if (latest !== undefined && seenMajor.get() === null) seenMajor.set(majorOf(latest))
  }, [latest])
  return {
    isNew: hasNewMajor(latest, seen),
    markSeen: () => latest !== undefined && setSeen(majorOf(latest)),
  }
}
