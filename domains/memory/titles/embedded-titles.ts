import { distance } from "fastest-levenshtein";
import type { Locale } from "#shared/contracts/names.ts";
import {
  bareName,
  matchTitles,
  type Title,
  type TitleCatalogue,
  type TitleKind,
} from "./titles.ts";

/** One letter in so many may be wrong, and this many in all. */
const LETTERS_PER_SLIP = 5;
const MOST_SLIPS = 2;

/** The well-known titles that come with the domain. It never fails, and knows nothing else. */
export function embeddedTitles(): TitleCatalogue {
  return {
    async find(kind, { title: name, year }, { locale }) {
      const known = knownTitles
        .filter((each) => each.kind === kind)
        .map(({ tmdb_id, year, title, localized }): Title => {
          const own = localized[locale];
          const other = own === undefined ? (Object.values(localized)[0] ?? title) : title;
          return { tmdb_id, title: own ?? title, other_title: other, year };
        });
      const { exact, titles } = matchTitles(known, { title: name });
      const meant = exact ? titles : known.filter((title) => isNear(title, bareName(name)));
      return { titles: meant.filter((title) => year === undefined || title.year === year) };
    },
  };
}

/** A name holds every word that was said, or differs in a letter or two. */
function isNear({ title, other_title }: Title, said: string): boolean {
  if (said === "") return false;
  const words = said.split(" ");
  const slips = Math.min(MOST_SLIPS, Math.floor(said.length / LETTERS_PER_SLIP));
  return [title, other_title].map(bareName).some((name) => {
    const own = name.split(" ");
    if (words.every((word) => own.includes(word))) return true;
    return Math.abs(name.length - said.length) <= slips && distance(name, said) <= slips;
  });
}

type KnownTitle = {
  kind: TitleKind;
  tmdb_id: number;
  title: string;
  /** What it is called where it has a name of its own. */
  localized: Partial<Record<Locale, string>>;
  year: number;
};

const movie = (tmdb_id: number, year: number, title: string, portuguese?: string): KnownTitle => ({
  kind: "movie",
  tmdb_id,
  year,
  title,
  localized: portuguese === undefined ? {} : { "pt-BR": portuguese },
});
const show = (tmdb_id: number, year: number, title: string, portuguese?: string): KnownTitle => ({
  ...movie(tmdb_id, year, title, portuguese),
  kind: "tv_show",
});

/**
 * Well-known films and series with their international and, where it differs, their Brazilian name; for
 * use without a TMDB key. The numbers are TMDB's, but for the Inception of 2014, which is an invention:
 * it makes the name ambiguous.
 */
export const knownTitles: readonly KnownTitle[] = [
  movie(27205, 2010, "Inception", "A Origem"),
  movie(12345, 2014, "Inception"),
  movie(603, 1999, "The Matrix", "Matrix"),
  movie(604, 2003, "The Matrix Reloaded", "Matrix Reloaded"),
  movie(624860, 2021, "The Matrix Resurrections", "Matrix Resurrections"),
  movie(157336, 2014, "Interstellar", "Interestelar"),
  movie(155, 2008, "The Dark Knight", "Batman: O Cavaleiro das Trevas"),
  movie(238, 1972, "The Godfather", "O Poderoso Chefão"),
  movie(240, 1974, "The Godfather Part II", "O Poderoso Chefão: Parte II"),
  movie(278, 1994, "The Shawshank Redemption", "Um Sonho de Liberdade"),
  movie(680, 1994, "Pulp Fiction", "Pulp Fiction: Tempo de Violência"),
  movie(550, 1999, "Fight Club", "Clube da Luta"),
  movie(13, 1994, "Forrest Gump", "Forrest Gump: O Contador de Histórias"),
  movie(597, 1997, "Titanic"),
  movie(19995, 2009, "Avatar"),
  movie(76600, 2022, "Avatar: The Way of Water", "Avatar: O Caminho da Água"),
  movie(329, 1993, "Jurassic Park", "Jurassic Park: O Parque dos Dinossauros"),
  movie(578, 1975, "Jaws", "Tubarão"),
  movie(11, 1977, "Star Wars", "Star Wars: Uma Nova Esperança"),
  movie(1891, 1980, "The Empire Strikes Back", "O Império Contra-Ataca"),
  movie(
    120,
    2001,
    "The Lord of the Rings: The Fellowship of the Ring",
    "O Senhor dos Anéis: A Sociedade do Anel",
  ),
  movie(121, 2002, "The Lord of the Rings: The Two Towers", "O Senhor dos Anéis: As Duas Torres"),
  movie(
    122,
    2003,
    "The Lord of the Rings: The Return of the King",
    "O Senhor dos Anéis: O Retorno do Rei",
  ),
  movie(671, 2001, "Harry Potter and the Philosopher's Stone", "Harry Potter e a Pedra Filosofal"),
  movie(98, 2000, "Gladiator", "Gladiador"),
  movie(857, 1998, "Saving Private Ryan", "O Resgate do Soldado Ryan"),
  movie(424, 1993, "Schindler's List", "A Lista de Schindler"),
  movie(274, 1991, "The Silence of the Lambs", "O Silêncio dos Inocentes"),
  movie(807, 1995, "Seven", "Seven: Os Sete Crimes Capitais"),
  movie(8587, 1994, "The Lion King", "O Rei Leão"),
  movie(420818, 2019, "The Lion King", "O Rei Leão"),
  movie(862, 1995, "Toy Story"),
  movie(12, 2003, "Finding Nemo", "Procurando Nemo"),
  movie(129, 2001, "Spirited Away", "A Viagem de Chihiro"),
  movie(496243, 2019, "Parasite", "Parasita"),
  movie(475557, 2019, "Joker", "Coringa"),
  movie(872585, 2023, "Oppenheimer"),
  movie(346698, 2023, "Barbie"),
  movie(841, 1984, "Dune", "Duna"),
  movie(438631, 2021, "Dune", "Duna"),
  movie(693134, 2024, "Dune: Part Two", "Duna: Parte Dois"),
  movie(78, 1982, "Blade Runner", "Blade Runner: O Caçador de Androides"),
  movie(335984, 2017, "Blade Runner 2049"),
  movie(348, 1979, "Alien", "Alien: O Oitavo Passageiro"),
  movie(218, 1984, "The Terminator", "O Exterminador do Futuro"),
  movie(105, 1985, "Back to the Future", "De Volta para o Futuro"),
  movie(694, 1980, "The Shining", "O Iluminado"),
  movie(539, 1960, "Psycho", "Psicose"),
  movie(289, 1942, "Casablanca"),
  movie(62, 1968, "2001: A Space Odyssey", "2001: Uma Odisseia no Espaço"),
  movie(185, 1971, "A Clockwork Orange", "Laranja Mecânica"),
  movie(769, 1990, "GoodFellas", "Os Bons Companheiros"),
  movie(1422, 2006, "The Departed", "Os Infiltrados"),
  movie(106646, 2013, "The Wolf of Wall Street", "O Lobo de Wall Street"),
  movie(68718, 2012, "Django Unchained", "Django Livre"),
  movie(16869, 2009, "Inglourious Basterds", "Bastardos Inglórios"),
  movie(37165, 1998, "The Truman Show", "O Show de Truman"),
  movie(77, 2000, "Memento", "Amnésia"),
  movie(1124, 2006, "The Prestige", "O Grande Truque"),
  movie(577922, 2020, "Tenet"),
  movie(374720, 2017, "Dunkirk"),
  movie(313369, 2016, "La La Land", "La La Land: Cantando Estações"),
  movie(244786, 2014, "Whiplash", "Whiplash: Em Busca da Perfeição"),
  movie(76341, 2015, "Mad Max: Fury Road", "Mad Max: Estrada da Fúria"),
  movie(598, 2002, "City of God", "Cidade de Deus"),
  movie(7347, 2007, "Elite Squad", "Tropa de Elite"),
  movie(666, 1998, "Central Station", "Central do Brasil"),
  movie(40096, 2000, "A Dog's Will", "O Auto da Compadecida"),
  movie(446159, 2019, "Bacurau"),
  movie(1000837, 2024, "I'm Still Here", "Ainda Estou Aqui"),
  movie(299534, 2019, "Avengers: Endgame", "Vingadores: Ultimato"),
  movie(1726, 2008, "Iron Man", "Homem de Ferro"),
  movie(557, 2002, "Spider-Man", "Homem-Aranha"),
  movie(109445, 2013, "Frozen", "Frozen: Uma Aventura Congelante"),
  movie(808, 2001, "Shrek"),
  movie(2062, 2007, "Ratatouille"),
  movie(150540, 2015, "Inside Out", "Divertida Mente"),
  movie(361743, 2022, "Top Gun: Maverick"),
  movie(745, 1999, "The Sixth Sense", "O Sexto Sentido"),
  movie(194, 2001, "Amélie", "O Fabuloso Destino de Amélie Poulain"),
  movie(771, 1990, "Home Alone", "Esqueceram de Mim"),
  movie(37799, 2010, "The Social Network", "A Rede Social"),
  show(1396, 2008, "Breaking Bad"),
  show(60059, 2015, "Better Call Saul"),
  show(1399, 2011, "Game of Thrones"),
  show(94997, 2022, "House of the Dragon", "A Casa do Dragão"),
  show(66732, 2016, "Stranger Things"),
  show(1668, 1994, "Friends"),
  show(2996, 2001, "The Office"),
  show(2316, 2005, "The Office"),
  show(1400, 1989, "Seinfeld"),
  show(1398, 1999, "The Sopranos", "Família Soprano"),
  show(70523, 2017, "Dark"),
  show(42009, 2011, "Black Mirror"),
  show(87108, 2019, "Chernobyl"),
  show(65494, 2016, "The Crown"),
  show(19885, 2010, "Sherlock"),
  show(1408, 2004, "House", "Dr. House"),
  show(456, 1989, "The Simpsons", "Os Simpsons"),
  show(60625, 2013, "Rick and Morty"),
  show(100088, 2023, "The Last of Us"),
  show(82856, 2019, "The Mandalorian"),
  show(71446, 2017, "Money Heist", "La Casa de Papel"),
  show(93405, 2021, "Squid Game", "Round 6"),
  show(76331, 2018, "Succession"),
  show(97546, 2020, "Ted Lasso"),
  show(136315, 2022, "The Bear", "O Urso"),
  show(95396, 2022, "Severance", "Ruptura"),
  show(60574, 2013, "Peaky Blinders"),
  show(63351, 2015, "Narcos"),
  show(1402, 2010, "The Walking Dead"),
  show(1416, 2005, "Grey's Anatomy"),
  show(1418, 2007, "The Big Bang Theory", "The Big Bang Theory: A Teoria"),
  show(48891, 2013, "Brooklyn Nine-Nine"),
  show(87739, 2020, "The Queen's Gambit", "O Gambito da Rainha"),
  show(246, 2005, "Avatar: The Last Airbender", "Avatar: A Lenda de Aang"),
  show(119051, 2022, "Wednesday", "Wandinha"),
  show(4087, 1993, "The X-Files", "Arquivo X"),
];
