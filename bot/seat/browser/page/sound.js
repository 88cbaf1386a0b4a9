/* Sounds of the table, made as they are needed: off unless one has switched them on. */
const GAIN = 0.12, CLICK_S = 0.018;
let audio = null; /* made at a press: browsers keep silent before */

const play = (source, from, seconds, filter) => {
  const gain = audio.createGain();
  gain.gain.value = GAIN;
  (filter ? source.connect(filter) : source).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + from);
  source.stop(audio.currentTime + from + seconds);
};
/* Noise through a band about `hz`. */
const click = (hz, from = 0) => {
  const length = Math.ceil(CLICK_S * audio.sampleRate), buffer = audio.createBuffer(1, length, audio.sampleRate);
  buffer.getChannelData(0).forEach((_, i, data) => { data[i] = 2 * Math.random() - 1; });
  const source = new AudioBufferSourceNode(audio, {buffer});
  play(source, from, CLICK_S, new BiquadFilterNode(audio, {type: 'bandpass', frequency: hz}));
};
const tone = (type, frequency, seconds) => play(new OscillatorNode(audio, {type, frequency}), 0, seconds);
const SOUNDS = {
  checker: () => click(1800),
  hit: () => [0, 0.045].forEach(from => click(900, from)),
  dice: () => [0, 1, 2, 3, 4].forEach(i => click(1800, 0.036 * i)),
  cube: () => tone('triangle', 420, 0.06),
  turn: () => tone('sine', 660, 0.09),
};
/* Only after wake(), which is for a press. */
export const sound = name => { if (audio && name in SOUNDS) SOUNDS[name](); };
export const wake = isOn => {
  if (isOn) audio ??= new AudioContext();
  else if (audio) {
    audio.close();
    audio = null;
  }
};
