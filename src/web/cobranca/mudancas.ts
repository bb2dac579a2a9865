import type { Regua } from '#contract/cobranca.ts'
import { plural } from '#domain/plural.ts'
import { DIAS_DO_PASSO } from '#domain/regua.ts'
import { nomeDoModelo } from '#web/mensagens/palavras.ts'
import { passoCurto, valor } from '#web/ui/formatos.ts'
import { iguais, seguir, seguirLista } from '#web/ui/seguir.ts'
import type { Passo } from './tipos.ts'

/** What a draft changes, each in a few words. */
export function mudancasDa(salva: Regua, nova: Regua): string[] {
  return [...dosPassos(salva, nova), ...dosAjustes(salva, nova)]
}

function dosPassos(salva: Regua, nova: Regua): string[] {
  const antes = new Map(salva.passos.map((passo) => [passo.id, passo]))
  const depois = new Set(nova.passos.map(({ id }) => id))
  const tirados = salva.passos.filter(({ id }) => !depois.has(id)).map(({ dias }) => `${passoCurto(dias)} removido`)
  const mudados = nova.passos.flatMap((passo) => {
    const velho = antes.get(passo.id)
    const nome = passoCurto(passo.dias)
    if (!velho) return [`${nome} novo`]
    return [
      ...(velho.dias === passo.dias ? [] : [`${passoCurto(velho.dias)} passa a ${nome}`]),
      ...(velho.tipo === passo.tipo ? [] : [`${nome} com ${nomeDoModelo(passo.tipo)}`]),
      ...(velho.ativo === passo.ativo ? [] : [`${nome} ${passo.ativo ? 'ligado' : 'desligado'}`]),
    ]
  })
  return [...mudados, ...tirados]
}

function dosAjustes(salva: Regua, nova: Regua): string[] {
  const mudou = (campo: keyof Regua) => !iguais(salva[campo], nova[campo])
  return [
    ...(mudou('horario') ? ['horário de envio'] : []),
    ...(mudou('feriados') ? ['feriados'] : mudou('nomes_feriados') ? ['nomes de feriados'] : []),
    ...(mudou('dias_uteis') ? [nova.dias_uteis ? 'contagem em dias úteis' : 'contagem em dias corridos'] : []),
    ...(mudou('max_tentativas') ? [`parar após ${plural(nova.max_tentativas, 'tentativa', 'tentativas')}`] : []),
    ...(mudou('intervalo_minimo_dias') ? [intervaloDe(nova.intervalo_minimo_dias)] : []),
    ...(mudou('multa_percentual') ? [`multa de ${valor(nova.multa_percentual)} %`] : []),
    ...(mudou('juros_percentual_mes') ? [`juros de ${valor(nova.juros_percentual_mes)} %`] : []),
  ]
}

const intervaloDe = (dias: number) => (dias === 0 ? 'sem intervalo' : `intervalo de ${plural(dias, 'dia', 'dias')}`)

/** The draft of a cadence after something else was saved; a step that was new in what was saved has its id. */
export function seguirRegua(rascunho: Regua, desde: Regua, salva: Regua): Regua {
  const comId = ({ passos }: Regua) =>
    passos.map((passo) => (passo.id > 0 ? passo : { ...passo, id: idDoNovo(passo, desde, salva) }))
  const passos = seguirLista(comId(rascunho), comId(desde), salva.passos, ({ id }) => id)
  return {
    ...seguir(rascunho, desde, salva),
    passos: passos.toSorted((a, b) => a.dias - b.dias),
    feriados: seguirLista(rascunho.feriados, desde.feriados, salva.feriados, (dia) => dia).toSorted(),
    nomes_feriados: seguir(rascunho.nomes_feriados, desde.nomes_feriados, salva.nomes_feriados),
  }
}

function idDoNovo(passo: Passo, desde: Regua, salva: Regua): number {
  const { dias } = desde.passos.find(({ id }) => id === passo.id) ?? passo
  return salva.passos.find((um) => um.dias === dias)?.id ?? passo.id
}

/** Where a new step begins: five days after the last one; within the limit of a step, the last day that no step has. */
export function diaLivre(passos: Regua['passos']): number {
  const ocupados = passos.map(({ dias }) => dias)
  let dia = Math.min(Math.max(-5, ...ocupados) + 5, DIAS_DO_PASSO.ate)
  while (ocupados.includes(dia)) dia -= 1
  return dia
}
