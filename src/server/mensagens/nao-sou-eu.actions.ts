import { janelaAberta } from '#domain/conversa.ts'
import { negarPessoa } from '#server/clientes/pessoa-negada.actions.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import { cancelarNaFila, enfileirar } from '#server/saida/saida.actions.ts'

/**
 * Somebody who has a customer's phone says that it is not theirs: nothing more is sent there in this customer's name, an operator
 * is called, and an open window allows one apology, addressed to the phone and not to a customer. Locks the customer.
 */
export async function ouvirNaoSouEu(
  trx: Trx,
  quem: { clienteId: number; contatoId: number; agora: Date; ip?: string | null },
): Promise<void> {
  const { clienteId, contatoId, agora } = quem
  await negarPessoa(trx, quem)
  await cancelarNaFila(trx, { clientes: [clienteId] }, NAO_E_DELE)
  const { janela_ate, wa_id } = await trx
    .selectFrom('contato')
    .select(['janela_ate', 'wa_id'])
    .where('id', '=', contatoId)
    .executeTakeFirstOrThrow()
  if (!janelaAberta(janela_ate, agora) || wa_id === null) return
  const { empresa } = await lerEmpresa(trx)
  const conteudo = `Desculpe o engano. A ${empresa} não vai mais escrever para este número em nome dessa pessoa.`
  const saida = { clienteId: null, contatoId, finalidade: 'identificacao', tipo: 'texto', conteudo } as const
  await enfileirar(trx, { ...saida, automatica: true }, agora)
}

const NAO_E_DELE = { codigo: 'contato_invalido', mensagem: 'Quem tem este telefone disse que não é o cliente.' }
