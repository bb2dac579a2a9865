import type { Sorteio } from './sorteio.ts'

/** First names, with those that usually follow them: nobody is called Sebastião Regina. */
const PRENOMES = [
  {
    primeiros:
      'Adriana Aline Ana Beatriz Bruna Camila Cláudia Cristiane Daniela Débora Eliane Fabiana Fernanda Gabriela Juliana Larissa Letícia Luciana Márcia Maria Marlene Patrícia Renata Rosana Sandra Simone Sueli Tatiane Vanessa Vera'.split(
        ' ',
      ),
    segundos: ['Aparecida', 'Cristina', 'Regina', 'Lúcia', 'Helena'],
  },
  {
    primeiros:
      'Adilson Alexandre Anderson André Antônio Carlos Cláudio Daniel Eduardo Edson Fábio Felipe Fernando Geraldo Gilberto João Jorge José Leandro Luiz Marcelo Márcio Marcos Mário Paulo Rafael Ricardo Roberto Rodrigo Sérgio Valdir Wagner'.split(
        ' ',
      ),
    segundos: ['Aparecido', 'Henrique', 'Augusto', 'César'],
  },
]
const SOBRENOMES =
  'Almeida,Alves,Andrade,Araújo,Barbosa,Barros,Batista,Cardoso,Carvalho,Castro,Correia,Costa,Dias,Duarte,Ferreira,Freitas,Gomes,Gonçalves,Lima,Lopes,Machado,Martins,Medeiros,Melo,Mendes,Monteiro,Moreira,Nascimento,Nogueira,Oliveira,Pereira,Pinto,Ramos,Ribeiro,Rocha,Rodrigues,Santana,Santos,Silva,Soares,Souza,Teixeira,Vieira,da Costa,da Silva,de Almeida,de Oliveira,de Souza,dos Santos'.split(
    ',',
  )

/** A kind of shop, with typical names. */
const RAMOS = [
  {
    ramos: ['Padaria', 'Panificadora', 'Confeitaria', 'Padaria e Confeitaria'],
    casas: ['Pão de Mel', 'Trigo Dourado', 'Santa Luzia', 'Estrela', 'Nova Aliança', 'Massa Fina', 'São José'],
  },
  {
    ramos: ['Mercado', 'Mercearia', 'Supermercado', 'Mini Mercado'],
    casas: ['Bom Preço', 'Economia', 'São Jorge', 'Central', 'da Família', 'Boa Vista', 'Três Irmãos', 'Avenida'],
  },
  {
    ramos: ['Restaurante', 'Lanchonete', 'Pizzaria', 'Churrascaria', 'Bar e Restaurante'],
    casas: ['Sabor da Terra', 'Bella Massa', 'Recanto Gaúcho', 'Fogão de Minas', 'Ponto Certo', 'da Praça', 'Mirante'],
  },
  {
    ramos: ['Hotel', 'Pousada'],
    casas: ['Recanto das Águas', 'Vale Verde', 'Bela Vista', 'Serra Dourada', 'Estância do Sol', 'Porto Seguro'],
  },
  {
    ramos: ['Açougue', 'Casa de Carnes', 'Hortifruti', 'Empório', 'Distribuidora'],
    casas: ['Boi Gordo', 'Santa Rita', 'São Miguel', 'Vila Rica', 'Primavera', 'Irmãos Souza', 'Três Corações'],
  },
]
const DDDS = [11, 11, 12, 13, 15, 16, 19, 19, 19, 21, 31, 41, 51, 62, 71, 81] as const

export interface Ficha {
  nome: string
  documento: string
  telefone: string | null
  email: string | null
  uf?: 'AM'
  municipio?: string
}

/** One in so many is of Manaus, an hour behind, under another law. */
const UMA_EM_MANAUS = 40

/** A person or a small company with a valid document and, nearly always, a mobile phone. */
export function sortearFicha(sorteio: Sorteio, n: number): Ficha {
  const empresa = sorteio.chance(0.6)
  const nome = empresa ? nomeDeEmpresa(sorteio) : nomeDePessoa(sorteio)
  const documento = empresa ? cnpj(20_000_000 + n * 137) : cpf(200_000_000 + n * 7_919)
  const deManaus = n % UMA_EM_MANAUS === 7
  const telefone = sorteio.chance(0.97)
    ? `+55${comDdd(sorteio.escolher(DDDS), deManaus)}9${String(80_000_000 + ((n * 48_271) % 19_999_999)).padStart(8, '0')}`
    : null
  const email = sorteio.chance(0.7) ? `financeiro${n}@${empresa ? 'loja' : 'correio'}.example` : null
  return { nome, documento, telefone, email, ...(deManaus && { uf: 'AM', municipio: 'Manaus' }) }
}

const comDdd = (ddd: number, deManaus: boolean) => (deManaus ? 92 : ddd)

function nomeDePessoa(sorteio: Sorteio): string {
  const { primeiros, segundos } = sorteio.escolher(PRENOMES)
  const primeiro = sorteio.escolher(primeiros)
  const segundo = sorteio.chance(0.35) ? `${sorteio.escolher(segundos)} ` : ''
  const doMeio = sorteio.chance(0.5) ? `${sorteio.escolher(SOBRENOMES.filter((um) => !um.includes(' ')))} ` : ''
  const ultimo = sorteio.escolher(SOBRENOMES.filter((um) => um.split(' ').at(-1) !== doMeio.trim()))
  return `${primeiro} ${segundo}${doMeio}${ultimo}`
}

function nomeDeEmpresa(sorteio: Sorteio): string {
  const { ramos, casas } = sorteio.escolher(RAMOS)
  return `${sorteio.escolher(ramos)} ${sorteio.escolher(casas)}${sorteio.chance(0.3) ? ' Ltda' : ''}`
}

const onzeMenos = (soma: number) => (soma % 11 < 2 ? 0 : 11 - (soma % 11))
const ponderar = (digitos: number[], pesos: number[]) =>
  digitos.reduce((soma, digito, i) => soma + digito * (pesos[i] ?? 0), 0)

export function cpf(raiz: number): string {
  const base = [...String(raiz).padStart(9, '0')].map(Number)
  const primeiro = onzeMenos(ponderar(base, [10, 9, 8, 7, 6, 5, 4, 3, 2]))
  const segundo = onzeMenos(ponderar([...base, primeiro], [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]))
  return [...base, primeiro, segundo].join('')
}

function cnpj(raiz: number): string {
  const base = [...`${String(raiz).padStart(8, '0')}0001`].map(Number)
  const primeiro = onzeMenos(ponderar(base, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]))
  const segundo = onzeMenos(ponderar([...base, primeiro], [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]))
  return [...base, primeiro, segundo].join('')
}
