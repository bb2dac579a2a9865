import { ButtonLink } from '#web/ui/ButtonLink.tsx'

const NOTA = /^NFS?-e (\d+):/

/** The link from a notice about a note to its account, if it has one. */
export function VerConta({ mensagem }: { mensagem: string }) {
  const nota = NOTA.exec(mensagem)?.[1]
  if (!nota || /nada a cobrar/.test(mensagem)) return null
  return (
    <ButtonLink size="small" to="/operador/contas-receber" search={{ busca: nota }} className="na-linha">
      Ver conta
    </ButtonLink>
  )
}
