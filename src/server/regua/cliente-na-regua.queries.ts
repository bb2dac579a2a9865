import { type RawBuilder, sql } from 'kysely'
import { DIA_MS, type Dia } from '#domain/data.ts'
import type { Agenda } from '#domain/decisao.ts'
import { A_SAIR, DA_REGUA, DE_COBRANCA, DO_DIA } from '#domain/mensagem.ts'
import type { ComPausa } from '#domain/proximo-contato.ts'
import type { ContaNaRegua } from '#domain/regua.ts'
import { lugarDe, type Uf } from '#domain/uf.ts'
import { lista } from '#server/db/lista.ts'
import { telefoneNegado } from '#server/links/telefone-negado.ts'
import { AUTORIZOU } from './bloqueado.queries.ts'
import { pessoaDo } from './pessoa.queries.ts'
import { contasRetidas } from './retencao.queries.ts'

/** A row of a customer for the rule, and which accounts wait for money; the statement may select more columns. */
export interface LinhaDaRegua extends Omit<ComPausa, 'lugar' | 'contas' | 'bloqueado' | 'bloqueadoDesde'> {
  bloqueadoDesde: Dia | null
  uf: Uf | null
  municipio: string | null
  telefone: string | null
  contas: (ContaNaRegua & { aCaminho: boolean })[]
}

/** The parts of a statement that reads customers as the rule wants them: it names them `c`, their contacts `t`. */
interface PartesDaRegua {
  /** Goes behind `with`. */
  com: RawBuilder<unknown>
  colunas: RawBuilder<unknown>
  /** Also returns the overdue amount (`devido.vencidas`, `devido.vencido_centavos`) and whether money is on its way (`devido.a_caminho`). */
  juncoes: RawBuilder<unknown>
}

/**
 * Reads these customers with their open accounts for the rule, in any statement over `cliente c left join contato t`: one statement serves
 * a page of a list, which shows them and when they are written to next.
 */
export function partesDaRegua(agenda: Agenda, ids: readonly number[], agora: Date): PartesDaRegua {
  const dia = sql`${agenda.dia}::date`
  const umDiaAntes = new Date(agora.getTime() - DIA_MS)
  return {
    com: sql`retidas as materialized (${contasRetidas(agenda, ids)})`,
    colunas: sql`
      c.id, c.contato_id as "contatoId", c.documento, ${pessoaDo(agenda)} as pessoa, c.uf, c.municipio, c.telefone, c.status,
      c.pausado_ate as "pausadoAte", c.acordo_quebrado_pendente as "acordoQuebrado", c.promessa_quebrada_pendente as "promessaQuebrada",
      c.numero_chamadas as "numeroChamadas", c.tentativas_vistas as "tentativasVistas", c.ultimo_contato_em as "ultimoContatoEm",
      c.telefone is not null and t.id is not null and t.invalido_em is null and not ${telefoneNegado('c')} as "numeroValido",
      coalesce(t.aceita_mensagens, true) as "aceitaMensagens",
      (select greatest(min(b.vale_de), case when t.janela_ate > ${agora.toISOString()}::timestamptz
          then (t.janela_ate at time zone 'America/Sao_Paulo')::date + 1 end)
        from bloqueio b where b.canonico = t.canonico and not ${AUTORIZOU} having count(*) > 0) as "bloqueadoDesde",
      coalesce(t.aceita_marketing, true) as "aceitaMarketing",
      greatest(t.ultimo_modelo_dia, case when em_voo.contato_id is not null then ${dia} end) as "ultimoModeloDia",
      greatest(t.ultima_cobranca_dia, case when em_voo.cobranca then ${dia} end) as "ultimaCobrancaDia",
      coalesce(t.ultimo_contato_em > ${umDiaAntes}, false) as alcancado,
      exists (select from mensagem m where m.cliente_id = c.id and m.dia = ${dia}
        and m.finalidade in ${lista(DA_REGUA)} and not m.liberada) as "cobradoHoje",
      devido.contas`,
    juncoes: sql`
      left join lateral (
        select contato_id, bool_or(finalidade in ${lista(DE_COBRANCA)}) as cobranca from mensagem
        where contato_id = c.contato_id and envio in ${lista(A_SAIR)} and tipo = 'template' and finalidade in ${lista(DO_DIA)}
        group by contato_id
      ) em_voo on true
      left join lateral (
        select count(*) filter (where a.vencimento_util < ${dia}) as vencidas,
          coalesce(sum(a.valor_centavos - a.pago_centavos) filter (where a.vencimento_util < ${dia}), 0)::bigint as vencido_centavos,
          coalesce(bool_or(r.a_caminho), false) as a_caminho,
          coalesce(json_agg(json_build_object('id', a.id, 'vencimento', a.vencimento, 'vencimentoUtil', a.vencimento_util,
            'parcelaDeAcordo', a.acordo_id is not null, 'aCaminho', coalesce(r.a_caminho, false),
            'coberto', (select max(p.dias) from cobranca_passo p where p.conta_id = a.id and p.vencimento = a.vencimento),
            'retencao', case when r.conta_id is not null then json_build_object('motivo', r.motivo, 'ate', r.ate) end)), '[]') as contas
        from conta a left join retidas r on r.conta_id = a.id where a.cliente_id = c.id and a.situacao = 'aberta'
      ) devido on true`,
  }
}

/** A row of such a statement as the rule wants it. */
export const paraRegua = (linha: LinhaDaRegua, hoje: Dia): ComPausa => ({
  ...linha,
  lugar: lugarDe(linha),
  bloqueado: linha.bloqueadoDesde !== null && linha.bloqueadoDesde <= hoje,
})
