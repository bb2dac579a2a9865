import type { Sorteio } from './sorteio.ts'

const PRENOMES = [
  'Marlene',
  'Rogério',
  'Edson',
  'Zefa',
  'Luciana',
  'Antônio',
  'Fátima',
  'Joaquim',
  'Rosângela',
  'Wagner',
  'Benedita',
  'Cláudio',
  'Ivone',
  'Sebastião',
  'Patrícia',
  'Geraldo',
  'Sueli',
  'Márcio',
  'Aparecida',
  'Nelson',
  'Tereza',
  'Josué',
  'Vânia',
  'Otávio',
  'Débora',
  'Hélio',
  'Mônica',
  'Adilson',
  'Célia',
  'Reinaldo',
  'Simone',
  'Valdir',
  'Eliane',
  'Osmar',
  'Renata',
  'Jair',
] as const
const MEIOS = [
  'Aparecida',
  'de Lourdes',
  'Luiz',
  'Carlos',
  'Maria',
  'José',
  'Regina',
  'Roberto',
  'Cristina',
  'Henrique',
  'Helena',
  'Augusto',
] as const
const SOBRENOMES = [
  'de Souza',
  'Teixeira Lopes',
  'Pacheco',
  'Ferreira',
  'dos Santos',
  'Oliveira Prado',
  'Gonçalves',
  'Moreira',
  'Cavalcanti',
  'Barbosa',
  'da Conceição',
  'Nogueira',
  'Ribeiro Dias',
  'Peixoto',
  'Assunção',
  'Magalhães',
  'Guimarães',
  'Brandão',
  'Vasconcelos',
  'Antunes',
] as const
const RAMOS = [
  'Padaria',
  'Mercearia',
  'Supermercado',
  'Bar e Lanches',
  'Cantina',
  'Distribuidora',
  'Hotel',
  'Restaurante',
  'Lanchonete',
  'Açougue',
  'Empório',
  'Quitanda',
  'Pizzaria',
  'Sorveteria',
  'Churrascaria',
  'Confeitaria',
  'Conveniência',
  'Pousada',
  'Cafeteria',
  'Mercadinho',
] as const
const CASAS = [
  'Boa Vista',
  'Nonna Rosa',
  'Três Irmãos',
  'Dona Zefa',
  'Recanto das Águas',
  'Ponto Certo',
  'São Jorge',
  'do Bairro',
  'Bela Serra',
  'Santa Luzia',
  'Pão de Mel',
  'Estrela do Sul',
  'Nova Aliança',
  'Flor de Minas',
  'Vila Rica',
  'Sabor da Terra',
  'Porto Alegre',
  'Primavera',
  'Sol Nascente',
  'Avenida',
  'Central',
  'do Mirante',
  'Girassol',
  'Vale Verde',
  'da Praça',
  'Bom Preço',
  'Serra Dourada',
] as const
const DDDS = [11, 11, 12, 13, 15, 16, 19, 19, 19, 21, 31, 41, 51, 62, 71, 81] as const

export interface Ficha {
  nome: string
  documento: string
  telefone: string | null
  email: string | null
}

/** A person or a small company with a valid document and, nearly always, a mobile phone. */
export function sortearFicha(sorteio: Sorteio, n: number): Ficha {
  const empresa = sorteio.chance(0.6)
  const nome = empresa
    ? `${sorteio.escolher(RAMOS)} ${sorteio.escolher(CASAS)}${sorteio.chance(0.3) ? ' Ltda' : ''}`
    : `${sorteio.escolher(PRENOMES)} ${sorteio.chance(0.6) ? `${sorteio.escolher(MEIOS)} ` : ''}${sorteio.escolher(SOBRENOMES)}`
  const documento = empresa ? cnpj(20_000_000 + n * 137) : cpf(200_000_000 + n * 7_919)
  const telefone = sorteio.chance(0.97)
    ? `+55${sorteio.escolher(DDDS)}9${String(80_000_000 + ((n * 48_271) % 19_999_999)).padStart(8, '0')}`
    : null
  const email = sorteio.chance(0.7) ? `financeiro${n}@${empresa ? 'loja' : 'correio'}.example` : null
  return { nome, documento, telefone, email }
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
