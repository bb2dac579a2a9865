import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { desfazer } from './importacoes.api.ts'
import { type Desfeita, oQueDesfaz, tituloDaRecusa } from './oQueDesfaz.ts'

/** Asks, with what goes and what comes back; undoes; and shows the server's sentence when that is refused. */
export async function pedirParaDesfazer(
  importacao: Desfeita & { id: number },
  { deOutro = false } = {},
): Promise<void> {
  const sim = await confirmar({
    titulo: 'Desfazer a importação?',
    texto: `${oQueDesfaz(importacao)} Só é possível enquanto nada disso foi cobrado, pago, negociado ou alterado.`,
    acao: 'Desfazer importação',
    perigo: true,
  })
  if (!sim) return
  try {
    await desfazer(importacao.id, deOutro)
    avisar(`A importação de ${importacao.arquivo} foi desfeita.`)
  } catch (erro) {
    await confirmar({ titulo: tituloDaRecusa(erro), texto: fraseDe(erro), acao: 'Entendi', cancelar: null })
  }
}
