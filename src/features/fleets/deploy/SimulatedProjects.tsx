import { useQuery } from '@tanstack/react-query'
import { readRepositoryNames } from '@/api/code-host.ts'
import { deployText as text } from '@/messages/fleets/fleet-deploy.ts'
import { useSimulationData } from '@/simulation/simulation-data-context.tsx'
import { Button } from '@/ui/form/Button.tsx'
import styles from './Deploy.module.css'

/** Owner of the projects on the simulated code host. */
const OWNER = 'flotilla-examples'
const TIMEOUT_MS = 10_000

/** Lists the projects of a simulated world, where no other address works. Renders nothing on a real platform. */
export function SimulatedProjects({ onChoose }: { onChoose: (address: string) => void }) {
  const isSimulated = useSimulationData() !== null
  const { data } = useQuery({
    queryKey: ['code-host', 'simulated-projects'],
    queryFn: ({ signal }) => readRepositoryNames(OWNER, { signal, timeoutMs: TIMEOUT_MS }),
    enabled: isSimulated,
    staleTime: Infinity,
  })
  if (data === undefined) return null
  return (
    <div role="group" aria-label={text.simulated} className={styles.simulated}>
      <p>{text.simulated}</p>
      {data.map((name) => (
        <Button key={name} size="s" onClick={() => onChoose(`https://github.com/${name}`)}>
          {name}
        </Button>
      ))}
    </div>
  )
}
