import { useNavigate } from 'react-router'
import { useSimulationParts } from '@/simulation/simulation-parts.tsx'

/** Opens the email that was sent, in simulated mode, which includes the mailbox. */
export function OpenEmailHere({ to }: { to: string | null | undefined }) {
  const parts = useSimulationParts()
  const navigate = useNavigate()
  if (parts === null || !to) return null
  return <parts.OpenEmail to={to} onOpen={(link) => void navigate(link)} />
}
