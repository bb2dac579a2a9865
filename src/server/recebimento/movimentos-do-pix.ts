import type { PixRecebido } from '#contract/pix-api.ts'
import type { Componentes } from '#domain/candidatos.ts'
import { chavePix } from '#domain/chave-pix.ts'
import { DIA_MS, type Dia, diaDe, type Instante } from '#domain/data.ts'
import type { Centavos } from '#domain/dinheiro.ts'
import type { Pagador } from '#domain/pagador.ts'
import type { MovimentoARegistrar } from '#server/movimentos/registrar.actions.ts'

/**
 * The movements of a Pix confirmed by the PSP: the money received, then each completed refund of it. None for a key that never
 * was ours, which the same credentials may see.
 */
export function movimentosDoPix(pix: PixRecebido, chaves: ReadonlySet<string>, agora: Date): MovimentoARegistrar[] {
  const valorCentavos = centavosDe(pix.valor)
  // Another spelling of a key of ours (a mask, capitals) is ours.
  const deOutrem = pix.chave !== undefined && !chaves.has(chavePix(pix.chave) ?? pix.chave)
  if (deOutrem || valorCentavos === 0) return []
  const credito = doPix(pix, diaDito(pix.horario, agora), valorCentavos)
  const devolucoes = (pix.devolucoes ?? []).filter(
    ({ status, valor }) => status === 'DEVOLVIDO' && centavosDe(valor) > 0,
  )
  return [
    { ...credito, tipo: 'credito', saiu: false, componentes: componentesDe(pix) },
    ...devolucoes.map(({ id, valor, natureza, horario }) => ({
      ...doPix(pix, diaDito(horario?.liquidacao ?? horario?.solicitacao ?? pix.horario, agora), centavosDe(valor)),
      tipo: 'devolucao' as const,
      saiu: true,
      descricao: natureza?.startsWith('MED') ? 'Pix devolvido pelo mecanismo especial (MED)' : 'Pix devolvido',
      devolucaoId: id,
    })),
  ]
}

/** The money came, whatever its date: more than a day ahead, which no clock's error explains, it counts as of now, as Meta's instants do. */
const diaDito = (horario: Instante, agora: Date): Dia =>
  diaDe(Date.parse(horario) > agora.getTime() + DIA_MS ? agora : horario)

const doPix = (pix: PixRecebido, dia: Dia, valorCentavos: Centavos) => ({
  origem: 'pix' as const,
  banco: null,
  contaBancaria: null,
  dia,
  diaCredito: dia,
  valorCentavos,
  tarifaCentavos: 0,
  descricao: pix.infoPagador?.trim() || 'Pix recebido',
  pagador: pagadorDe(pix),
  txid: pix.txid ?? null,
  endToEndId: pix.endToEndId,
  nossoNumero: null,
  ocorrencia: null,
  lote: false,
})

function pagadorDe({ pagador }: PixRecebido): Pagador | null {
  const documento = pagador?.cpf ?? pagador?.cnpj ?? null
  const nome = pagador?.nome?.trim() || null
  return nome === null && documento === null ? null : { nome, documento }
}

function componentesDe({ componentesValor: partes }: PixRecebido): Componentes | null {
  if (!partes?.original) return null
  const de = (parte: { valor: string } | undefined) => (parte ? centavosDe(parte.valor) : 0)
  return {
    originalCentavos: de(partes.original),
    multaCentavos: de(partes.multa),
    jurosCentavos: de(partes.juros),
    abatimentoCentavos: de(partes.abatimento),
    descontoCentavos: de(partes.desconto),
  }
}

const centavosDe = (valor: string): Centavos => Math.round(Number(valor) * 100)
