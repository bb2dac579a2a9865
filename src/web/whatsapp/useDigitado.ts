import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { sessaoAtual } from '#web/api/sessao.ts'

/** Secrets are kept in this page's memory only: never in the browser's storage, and gone with a reload. */
const segredos: Record<string, string> = {}

/** Another was written in its place. */
export const esquecerSegredo = (campo: string) => {
  delete segredos[campo]
}

/** A key that is deleted with the session (`sessao.ts`). */
const chave = (campo: string) => `rascunho:${sessaoAtual()?.user.id}:whatsapp:${campo}`

const lido = (campo: string, segredo: boolean) =>
  segredo ? segredos[campo] : (sessionStorage.getItem(chave(campo)) ?? undefined)

function guardar(campo: string, valor: string | undefined, segredo: boolean) {
  if (segredo && valor) segredos[campo] = valor
  else if (segredo) delete segredos[campo]
  else if (valor === undefined) sessionStorage.removeItem(chave(campo))
  else sessionStorage.setItem(chave(campo), valor)
}

/**
 * What is typed in a form of the account, kept while another step is open, the screen is left, or the page is reloaded;
 * secrets, named in `secretos`, only until a reload, which asks first. `esquecer` once it is saved.
 */
export function useDigitado<Campo extends string>(
  iniciais: Record<Campo, string>,
  secretos: readonly NoInfer<Campo>[],
) {
  const nomes = Object.keys(iniciais) as Campo[]
  const secreto = (campo: Campo) => secretos.includes(campo)
  const guardados = () => Object.fromEntries(nomes.map((um) => [um, lido(um, secreto(um))]))
  const [digitado, setDigitado] = useState(guardados)
  const valores = Object.fromEntries(nomes.map((um) => [um, digitado[um] ?? iniciais[um]])) as Record<Campo, string>
  const perderia = secretos.some((campo) => valores[campo] !== '')
  useBlocker({ disabled: !perderia, enableBeforeUnload: perderia, shouldBlockFn: () => false })
  return {
    valores,
    reler: () => setDigitado(guardados),
    mudar(campo: Campo, valor: string) {
      setDigitado((antes) => ({ ...antes, [campo]: valor }))
      guardar(campo, valor, secreto(campo))
    },
    esquecer() {
      for (const campo of nomes) {
        // What was typed while it was being saved stays.
        if (lido(campo, secreto(campo)) === valores[campo]) guardar(campo, undefined, secreto(campo))
      }
      setDigitado((agora) =>
        Object.fromEntries(nomes.map((um) => [um, agora[um] === valores[um] ? undefined : agora[um]])),
      )
    },
  }
}
