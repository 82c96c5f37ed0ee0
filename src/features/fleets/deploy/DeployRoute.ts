import { Outlet, redirect, type LoaderFunction } from 'react-router'
import { api } from '@/api/api.ts'
import { paths } from '@/lib/paths.ts'
import { keptDeployment, linkedDeployment } from './deploy-configuration.ts'

/** Keeps what a link wants deployed and leads to the fleets, where the dialog for it opens. */
export const loader: LoaderFunction = ({ request }) => {
  const { searchParams } = new URL(request.url)
  if (searchParams.size > 0) keptDeployment.set(linkedDeployment(searchParams, api().now()))
  return redirect(paths.deployApplication('fleet'))
}

// It only leads on, and must say that it has nothing to show: the router warns of a leaf without.
export const Component = Outlet
