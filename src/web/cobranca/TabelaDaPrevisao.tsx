import { dia as data, diaDaSemanaCurto, numero, passoCurto } from '#web/ui/formatos.ts'
import { type DiaDaPrevisao, motivoSemEnvio, type Recorte } from './previsao.ts'

export const TabelaDaPrevisao = ({
  dias,
  passo,
  nomes,
  comAdiadas,
  comPerguntas,
}: Recorte & { dias: DiaDaPrevisao[]; comAdiadas: boolean; comPerguntas: boolean }) => (
  <table className="previsao-tabela" aria-label="Mensagens por dia, em tabela">
    <thead>
      <tr>
        <th scope="col">Dia</th>
        {passo !== undefined && <th scope="col">Passo {passoCurto(passo)}</th>}
        <th scope="col">Mensagens</th>
        {comPerguntas && <th scope="col">Só confirmam a pessoa</th>}
        {comAdiadas && <th scope="col">Adiadas pela lei</th>}
      </tr>
    </thead>
    <tbody>
      {dias.map((um) => (
        <tr key={um.dia}>
          <td>
            {data(um.dia)}, {diaDaSemanaCurto(um.dia)}
          </td>
          {passo !== undefined && <td>{numero(um.por_passo[passo] ?? 0)}</td>}
          <td>{um.envia ? numero(um.mensagens) : motivoSemEnvio(um.dia, nomes)}</td>
          {comPerguntas && <td>{numero(um.perguntas)}</td>}
          {comAdiadas && <td>{numero(um.adiadas_pela_lei)}</td>}
        </tr>
      ))}
    </tbody>
  </table>
)
