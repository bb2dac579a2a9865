import { type Estado, mudando } from './estado.ts'

const COPIA = '/mnt/copias/cobranca-2026-12-07T05-30-00Z.tar.cifrado'
const COPIAS = {
  pasta: '/mnt/copias',
  hora: '02:30',
  cifrada: true,
  guarda: { quantas: 7, dias: 30 },
  ultima: { em: '2026-12-07T05:30:00.000Z', bytes: 352_000_000, arquivo: COPIA },
  erro: null,
  ensaio: {
    em: '2026-12-06T13:00:00.000Z',
    copia_de: '2026-12-06T05:30:00.000Z',
    arquivo: COPIA,
    linhas: 1_015_355,
    erro: null,
  },
}
const MAL = {
  exame: 'discos',
  situacao: 'mal',
  frase: 'No disco de /var/lib/cobranca só restam 1,2 GB de 271 GB: libere espaço antes que nada mais seja gravado.',
}

/** Backups as they should be, and a failed night that needs action. */
export function saude(): Estado[] {
  const rota = '/admin/saude'
  return [
    { rota },
    {
      rota,
      nome: 'copiada e ensaiada',
      respostas: [[/\/admin\/saude$/, mudando((um) => ({ ...um, copias: COPIAS }))]],
    },
    {
      rota,
      nome: 'cópia que falhou',
      respostas: [
        [
          /\/admin\/saude$/,
          mudando((um) => ({
            ...um,
            achados: [MAL, ...(um.achados as object[])],
            copias: {
              ...COPIAS,
              erro: {
                em: '2026-12-08T05:30:00.000Z',
                mensagem: 'O disco de /mnt/copias está cheio: libere espaço nele.',
              },
              ensaio: { ...COPIAS.ensaio, linhas: null, erro: 'A cópia está incompleta: foi cortada antes do fim.' },
            },
          })),
        ],
      ],
    },
  ]
}
