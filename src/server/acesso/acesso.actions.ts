import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Acesso, mudarAcesso as mudar } from '#contract/acesso.ts'
import { semAusentes } from '#server/configuracao/sem-ausentes.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type Quem, registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { reverSessoes } from '#server/sessao/sessao.queries.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { gravarAcesso, travarAcesso } from './acesso.queries.ts'

/** Changes only the given fields; applies to open sessions too. */
export const mudarAcesso = (
  { db, relogio }: Pick<Servicos, 'db' | 'relogio'>,
  mudanca: z.output<typeof mudar.schema.body>,
  quem: Quem,
): Promise<Acesso> =>
  emTransacao(db, async (trx) => {
    await exigirUsuarioAtivo(trx, quem.usuarioId)
    const antes = await travarAcesso(trx)
    const campos = { ...antes, ...semAusentes(mudanca) }
    if (isDeepStrictEqual(campos, antes)) return antes
    await gravarAcesso(trx, campos)
    await reverSessoes(trx)
    await registrar(trx, {
      agora: relogio.agora(),
      acao: 'sessao.configurar',
      descricao: `O que se exige de quem entra: ${emPalavras(campos)}`,
      ...quem,
      dados: { antes, depois: campos },
    })
    return campos
  })

const emPalavras = ({ exigir_segundo_fator, exigir_troca_de_senha, sessao_ociosa_horas }: Acesso) =>
  [
    `segundo fator ${exigir_segundo_fator ? 'obrigatório' : 'opcional'}`,
    `troca da senha dada por outra pessoa ${exigir_troca_de_senha ? 'obrigatória' : 'opcional'}`,
    `sessão sem uso termina em ${sessao_ociosa_horas} h`,
  ].join(', ')
