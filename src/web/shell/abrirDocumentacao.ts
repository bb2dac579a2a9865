import { cabecalhos } from '#web/api/cabecalhos.ts'
import { SEM_RESPOSTA } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'

const GUARDADA_MS = 60_000

/** The API's page is for administrators, and a plain link carries no token: it is fetched, then shown in a tab. */
export async function abrirDocumentacao(pagina: '/api/docs' | '/api/docs/integracao' = '/api/docs') {
  // Opened before anything is awaited, or the browser takes it for a pop-up.
  const aba = window.open('', '_blank')
  const resposta = await fetch(pagina, { headers: { ...cabecalhos(), accept: 'text/html' } }).catch(() => null)
  if (!resposta?.ok) {
    aba?.close()
    avisar(resposta ? 'A documentação não pôde ser aberta. Tente de novo em instantes.' : SEM_RESPOSTA)
    return
  }
  const endereco = URL.createObjectURL(await resposta.blob())
  if (aba) aba.location.href = endereco
  setTimeout(() => URL.revokeObjectURL(endereco), GUARDADA_MS)
}
