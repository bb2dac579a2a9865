/* What made companies are made of: numbers by chance, names as they are in Brazil, and what things cost. */

/** A deterministic random generator (mulberry32). */
export function criarAcaso(semente: number) {
  let estado = semente
  const proximo = () => {
    estado = (estado + 0x6d2b79f5) | 0
    let t = Math.imul(estado ^ (estado >>> 15), 1 | estado)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const inteiro = (ate: number) => Math.floor(proximo() * ate)
  return { proximo, inteiro, um: <T>(itens: readonly T[]): T => itens[inteiro(itens.length)]! }
}
export type Acaso = ReturnType<typeof criarAcaso>

export const PRENOMES =
  'Ana Maria José João Antônio Francisco Carlos Paulo Pedro Lucas Luiz Marcos Gabriel Rafael Daniel Marcelo Bruno Eduardo Felipe Rodrigo Adriana Juliana Márcia Fernanda Patrícia Aline Sandra Camila Amanda Bruna Jéssica Letícia Júlia Luciana Vanessa Mariana Gabriela Vera Vitória Larissa'.split(
    ' ',
  )
export const MEIOS =
  'Aparecida Cristina de Fátima Helena Beatriz Augusto Henrique Roberto Eduardo Alberto Regina Lúcia'.split(' ')
export const SOBRENOMES =
  'Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Santana Teixeira'.split(
    ' ',
  )
export const RAMOS =
  'Padaria Mercado Farmácia Oficina Restaurante Papelaria Transportes Confecções Embalagens Distribuidora Metalúrgica Autopeças'.split(
    ' ',
  )
export const SIGLAS =
  'do Bairro|Central|São José|Boa Vista|do Vale|Santa Rita|Primavera|Horizonte|União|Progresso|Paulista|Ipiranga|Aurora|Alvorada'.split(
    '|',
  )

/** One account in four has the price of a plan that many customers have; in cents. */
const PLANOS = [9_990, 14_990, 19_990, 29_900, 49_900]
export const valorDe = (acaso: Acaso) =>
  acaso.proximo() < 0.25 ? acaso.um(PLANOS) : 5_000 + Math.floor(acaso.proximo() ** 2 * 500_000)
