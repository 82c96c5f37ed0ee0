import { useNavigate } from 'react-router'
import { useSimulationParts } from '@/simulation/simulation-parts.tsx'

/** Opens the e-mail that was sent, where the world is a simulated one and the mailbox is in it. */
export function OpenEmailHere({ to }: { to: string | null | undefined }) {
  const parts = useSimulationParts()
  const navigate = useNavigate()
  if (parts === null || !to) return null
  return <parts.OpenEmail to={to} onOpen={(link) => void navigate(link)} />
}
