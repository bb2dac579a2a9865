import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUsuario } from '#web/api/useSessao.ts'
import { vigiarNovasMensagens } from './novasMensagens.ts'
import { repetirContagem } from './sinais.ts'

/** Nothing to see in the page: what the customers one serves write is told in title, icon, notification and sound. */
export function NovasMensagens() {
  const { id } = useUsuario()
  const router = useRouter()
  const navigate = useNavigate()
  useEffect(
    () =>
      vigiarNovasMensagens(
        id,
        (cliente) => void navigate({ to: '/operador/clientes', search: { cliente: String(cliente) } }),
      ),
    [id, navigate],
  )
  useEffect(() => router.subscribe('onResolved', repetirContagem), [router])
  return null
}
