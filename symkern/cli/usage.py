"""What `python -m symkern --help` says."""

USAGE = """\
usage: python -m symkern COMMAND [key=value ...] [options]

commands
  derive    a kernel, its angular function and its geometry, from the integral over Gaussian weights
  evaluate  a value to any number of digits, with an error bound that is a proof
  verify    the claims of a derivation file, judged; it runs the code of that file
  codegen   a module of its own for a kernel: exact to the last bits, fast, and numpy is all it needs
  simulate  random networks of finite width against their kernel, with error bars
  train     a machine on the samples of a file: svm, skn (sparse kernel neuron) or perceptron; predict uses it
  predict   what a trained machine says of the samples of a file
  figure    a figure of the papers, and the table behind it
  info      versions, and which loops run the kernels and why

examples
  python -m symkern derive n=3                      J_3, its kernel, values, laws and geometry
  python -m symkern derive n=3 d=4                  the geometry for inputs in four dimensions
  python -m symkern derive kernel=arc-cosine        n and d symbolic
  python -m symkern derive n=3 --steps              the same, with every step of the derivation
  python -m symkern derive n=-1/4 --format json     any real degree n > -1/2; text, latex or json
  python -m symkern derive layers=0,1,1             a composition, the first layer first
  python -m symkern derive kernel=biased bias=1/2   also smoothed, polynomial, gaussian, linear
  python -m symkern evaluate n=-1/4 theta=1.2 --digits 50
  python -m symkern evaluate n=2 theta=2*pi/3 derivative=1 --routes
  python -m symkern evaluate n=0 bias=1/2 x=1,2 y=3,1
  python -m symkern evaluate layers=0,1,1 bias=1/2 x=1,2 y=3,1   the bias of the first layer; 1/2,-,- is the same
  python -m symkern simulate n=1 width=4096         a table of pairs; -o error.png draws how the error falls
  python -m symkern simulate layers=0,1,1 pairs=20  several layers: the bias of a finite width apart from the noise
  python -m symkern train svm --data train.npz layers=0,1,1 bias=0.5 C=auto -o model.npz
  python -m symkern train skn --data train.csv n=1 -o model.npz && python -m symkern predict model.npz --data test.csv
  python -m symkern figure angular -o angular.png   J_n and the activation functions; svg and pdf too

  python -m symkern codegen n=3 -o arccos3.py       also layers=0,1,1; --target numba; -o - prints it
  python -m symkern verify                          the claims of the papers; verify my_paper.py judges your own file

arguments
  derive    n, layers or kernel; bias, sigma, p of a kernel; d
  evaluate  n (at most 1e6) or layers (at most 64), bias, sigma; theta, cosine, or x and y; derivative (at most 20).
            n with an angle is J_n; layers, bias or sigma with one are the kernel of two unit vectors
  codegen   n or layers; bias or sigma with n=0
  simulate  n, layers or activation (step, ramp, relu, quarter-pipe, spike), bias, sigma; width, networks, seed;
            sampling (auto, plain, tilted, antithetic, orthogonal, sobol); pairs at random in d dimensions, or x and y
  train     n, layers, bias and sigma of a kernel, or kernel=linear or kernel=gaussian width=2; samples (so many at
            random), held (the last so many are held out to choose settings; a fifth at random unless given), seed;
            svm: C (auto, or a number), strategy (ovo, ovr, crammer-singer), dtype (float64, float32);
            skn: mu, theta, delta, procedure (kn, skn1, skn2), transfer (linear, tanh, logistic), solver (cd, sgd);
            perceptron: variant (last, averaged, voted), order (cyclic, shuffled, sampled), form (gram, dual); max_iter
  figure    n, a list of degrees

options
  --steps                      derive: show the steps, each proved by the kernel or marked as an argument
  --digits N                   evaluate: significant digits (30; at most 10000, or 1000 with --routes)
  --routes                     evaluate: the value by every independent route
  --errata, --verbose          verify: what is wrong in print; all evidence
  --list, --certificates DIR   verify: ids and statements alone; identities of the proofs, for other programs
  -k TEXT, --fresh, --limit S  verify: ids with this text; judge anew; seconds per claim (240)
  --format text|latex|json     how to print (text); latex for derive alone
  --target numpy|numba         codegen: plain numpy, or loops that numba compiles where it is installed
  --catalogue, --check         codegen: write symkern.generated anew; or only say how it differs
  --jobs N                     simulate, train svm: threads (all cores); the numbers are the same for any
  --resume FILE                train svm: where finished trainings are kept, and found again
  --data FILE                  train, predict: npz (X, y or X_train, y_train, X_test, y_test), csv (target last), libsvm
  -o FILE                      where to draw (figure, simulate: png, svg or pdf) or write (codegen, train, predict)
  --list                       figure: what there is
  -h, --help, --version
"""
