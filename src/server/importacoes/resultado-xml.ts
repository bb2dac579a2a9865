import type { ResultadoXml } from '#contract/importacoes.ts'
import { ESPERA_ADMINISTRADOR } from '#domain/alteracao.ts'
import type { Dia } from '#domain/data.ts'
import { type Centavos, emReais } from '#domain/dinheiro.ts'
import type { ContaDaNota, NotaCobravel } from '#domain/documento-fiscal.ts'

/** The report of an import of notes, collected document by document. */
export class RelatorioXml {
  documentos = 0
  /** Documents that were at least recognised as fiscal: none at all is no import. */
  reconhecidos = 0
  #notas = 0
  #contasCriadas = 0
  #contasAtualizadas = 0
  #contasIgnoradas = 0
  #clientesCriados = 0
  #cancelamentos = 0
  #valorCentavos: Centavos = 0
  readonly #vencimentos = new Set<Dia>()
  #primeiroContato: Dia | null = null
  #esperaAdministrador = false
  readonly #avisos: ResultadoXml['avisos'] = []
  readonly #pendencias: ResultadoXml['pendencias'] = []
  readonly #erros: ResultadoXml['erros'] = []

  avisar(arquivo: string, chave: string | null, mensagem: string) {
    this.#avisos.push({ arquivo, chave_nfe: chave, mensagem })
  }

  errar(arquivo: string, chave: string | null, mensagem: string) {
    this.#erros.push({ arquivo, chave_nfe: chave, mensagem })
  }

  pender(arquivo: string, { nota, cliente, pendencias, contas, valorCentavos, emissao }: NotaCobravel) {
    for (const { motivo, mensagem } of pendencias)
      this.#pendencias.push({
        arquivo,
        chave_nfe: nota.chave,
        motivo,
        mensagem,
        numero: nota.numero,
        cliente: cliente.nome,
        valor: emReais(valorCentavos),
        contas: Math.max(1, contas.length),
        emissao,
      })
  }

  notaGravada(contas: readonly ContaDaNota[]) {
    this.#notas += 1
    this.#contasCriadas += contas.length
    for (const { valorCentavos, vencimento } of contas) {
      this.#valorCentavos += valorCentavos
      this.#vencimentos.add(vencimento)
    }
  }

  /** The days on which the accounts made fall due, each once, in order. */
  get vencimentos(): Dia[] {
    return [...this.#vencimentos].sort()
  }

  primeiroContato(dia: Dia | null) {
    this.#primeiroContato = dia
  }

  contasIgnoradas(quantas: number) {
    this.#contasIgnoradas += quantas
  }

  contasAtualizadas(quantas: number) {
    this.#contasAtualizadas += quantas
  }

  cancelamentosNovos(quantos: number) {
    this.#cancelamentos += quantos
  }

  /** The upload has customers of other operators. */
  esperarAdministrador() {
    this.#esperaAdministrador = true
  }

  clienteCriado() {
    this.#clientesCriados += 1
  }

  /** Adds another report's figures: a batch's, once it is written. */
  juntar(outro: RelatorioXml) {
    this.#notas += outro.#notas
    this.#contasCriadas += outro.#contasCriadas
    this.#contasIgnoradas += outro.#contasIgnoradas
    this.#clientesCriados += outro.#clientesCriados
    this.#valorCentavos += outro.#valorCentavos
    this.#esperaAdministrador ||= outro.#esperaAdministrador
    for (const vencimento of outro.#vencimentos) this.#vencimentos.add(vencimento)
    this.#avisos.push(...outro.#avisos)
    this.#pendencias.push(...outro.#pendencias)
    this.#erros.push(...outro.#erros)
  }

  get primeiroErro(): string | undefined {
    return this.#erros[0]?.mensagem
  }

  resultado(importacaoId: number): ResultadoXml {
    const vencimentos = this.vencimentos
    return {
      importacao_id: importacaoId,
      documentos: this.documentos,
      contas_criadas: this.#contasCriadas,
      contas_atualizadas: this.#contasAtualizadas,
      contas_ignoradas: this.#contasIgnoradas,
      clientes_criados: this.#clientesCriados,
      valor_total: emReais(this.#valorCentavos),
      notas: this.#notas,
      cancelamentos: this.#cancelamentos,
      vencimento_de: vencimentos[0] ?? null,
      vencimento_ate: vencimentos.at(-1) ?? null,
      primeiro_contato: this.#primeiroContato,
      espera_administrador: this.#esperaAdministrador ? ESPERA_ADMINISTRADOR : null,
      avisos: this.#avisos,
      pendencias: this.#pendencias,
      erros: this.#erros,
    }
  }
}
